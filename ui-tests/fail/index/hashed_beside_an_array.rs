//! A hashed index holds no array.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix", keys(total = hashed, tags)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    #[mongo(max_items = 3, max_len = 9)]
    tags: Vec<String>,
}

fn main() {}
