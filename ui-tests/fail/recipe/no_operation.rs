//! An operation has a name.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

#[derive(Update)]
#[mongo(document = Order)]
struct Change {
    #[mongo(set)]
    total: i64,
}

fn main() {}
