//! The server indexes one array a document.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_both", keys(tags, sizes)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    tags: Vec<i32>,
    #[mongo(max_items = 3)]
    sizes: Vec<i32>,
}

fn main() {}
