//! A bound of nothing is no bound.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 0)]
    tags: Vec<i32>,
}

fn main() {}
