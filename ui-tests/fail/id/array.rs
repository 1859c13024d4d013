//! The server refuses an array as an id.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id, max_items = 2)]
    id: Vec<ObjectId>,
}

fn main() {}
