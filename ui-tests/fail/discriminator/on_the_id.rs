//! The `_id` is no tag.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(_id = "car"))]
struct Car {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
