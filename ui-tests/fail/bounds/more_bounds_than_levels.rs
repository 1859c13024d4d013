//! A bound has its level.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = [10, 5])]
    tags: Vec<i32>,
}

fn main() {}
