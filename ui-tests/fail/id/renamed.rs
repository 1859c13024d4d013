//! A field that is stored as `_id` is marked.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(rename = "_id")]
    key: ObjectId,
}

fn main() {}
