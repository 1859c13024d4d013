//! One name serves reading and writing.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(rename(serialize = "a", deserialize = "b"))]
    total: i64,
}

fn main() {}
