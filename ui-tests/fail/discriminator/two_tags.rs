//! A type has one tag.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "car", kind = "auto"))]
struct Car {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
