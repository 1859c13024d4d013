//! The server hashes no array.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_tags", keys(tags = hashed)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    tags: Vec<i32>,
}

fn main() {}
