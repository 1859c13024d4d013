//! A document names its collection.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

fn main() {}
