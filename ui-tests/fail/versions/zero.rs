//! Version 0 is a document without a version.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(schema_version = 0)]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

fn main() {}
