//! An enum has a variant for each type.

use mongo_runtime::{Document, OtherDocument, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "car"))]
struct Car {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "truck"))]
struct Truck {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
enum Vehicle {
    #[mongo(fallback)]
    Other(OtherDocument<ObjectId>),
}


fn main() {}
