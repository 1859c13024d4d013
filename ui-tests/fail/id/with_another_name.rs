//! The name of the id is fixed.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id, rename = "key")]
    id: ObjectId,
}

fn main() {}
