//! Versions start at 1.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", schema_version = -1)]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
