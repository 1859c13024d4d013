//! A path leads to each element.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_first", keys(items[0])))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    items: Vec<i32>,
}

fn main() {}
