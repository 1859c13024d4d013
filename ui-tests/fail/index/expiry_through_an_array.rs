//! A document expires by one date.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
struct Item {
    at: DateTime,
}

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ttl", keys(items[].at), expire_after = "1 day"))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    items: Vec<Item>,
}

fn main() {}
