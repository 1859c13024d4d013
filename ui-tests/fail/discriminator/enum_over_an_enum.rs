//! The types of an enum are named, one by one.

use mongo_runtime::{Document, bson::oid::ObjectId};

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
}

#[derive(Document)]
enum Thing {
    Vehicle(Vehicle),
}


fn main() {}
