//! The name of a collection is text.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = orders)]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
