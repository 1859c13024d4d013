//! An enum over documents stands for a collection, and is no part of another document.

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
#[mongo(collection = "owners")]
struct Owner {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    vehicles: Vec<Vehicle>,
}

fn main() {}
