//! The name of a collection can't be empty.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
