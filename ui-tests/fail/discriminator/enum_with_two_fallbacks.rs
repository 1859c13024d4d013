//! One variant keeps what has no other.

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
    Car(Car),
    Truck(Truck),
    #[mongo(fallback)]
    Other(OtherDocument<ObjectId>),
    #[mongo(fallback)]
    Rest(OtherDocument<ObjectId>),
}


fn main() {}
