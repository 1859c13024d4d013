//! The version can't be stored where the id is.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 1, version_field = "_id")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
