//! An action is one of the server's.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", validation(level = "off", action = "log"))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
