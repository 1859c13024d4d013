//! Nor does a newtype make it one.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "car"))]
struct Car {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
enum Vehicle {
    Car(Car),
}

#[derive(Embedded)]
struct Parked(Vehicle);

fn main() {}
