//! A level is one of the server's.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", validation(level = "medium"))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
