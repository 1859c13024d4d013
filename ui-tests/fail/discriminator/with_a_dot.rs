//! A name that no path leads to.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator("vehicle.kind" = "car"))]
struct Car {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
