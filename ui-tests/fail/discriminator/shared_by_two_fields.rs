//! One field tells all types of a collection apart.

use mongo_runtime::{Document, bson::oid::ObjectId, catalog};

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "car"))]
struct Car {
    #[mongo(id)]
    id: ObjectId,
    doors: i32,
}

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(form = "truck"))]
struct Truck {
    #[mongo(id)]
    id: ObjectId,
    axles: i32,
}

catalog! { Garage: documents(Car, Truck) }

fn main() {}
