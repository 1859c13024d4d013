//! The schema version has a name of its own.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(schema_version = 1)]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(rename = "schemaVersion")]
    version: i32,
}

fn main() {}
