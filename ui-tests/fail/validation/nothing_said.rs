//! A validation says something.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", validation)]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
