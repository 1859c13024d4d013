//! A field that is named `_id` is marked.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    _id: ObjectId,
}

fn main() {}
