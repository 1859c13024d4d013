//! `exists` takes null for a value.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_number", keys(number), unique, partial(exists(number))))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    number: Presence<i64>,
}

fn main() {}
