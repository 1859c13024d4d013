//! A document expires by one date.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ttl", keys(at), expire_after = "1 day"))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    at: Vec<DateTime>,
}

fn main() {}
