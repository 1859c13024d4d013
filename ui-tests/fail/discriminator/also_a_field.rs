//! The mapper writes the discriminator by itself.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "car"))]
struct Car {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 10)]
    kind: String,
}

fn main() {}
