//! A version is an int32.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 2147483648)]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
