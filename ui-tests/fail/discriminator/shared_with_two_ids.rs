//! The `_id` is unique over the whole collection, and so is its type.

use mongo_runtime::{Document, bson::oid::ObjectId, catalog};

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "car"))]
struct Car {
    #[mongo(id)]
    id: ObjectId,
    doors: i32,
}

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "truck"))]
struct Truck {
    #[mongo(id)]
    id: i64,
    axles: i32,
}

catalog! { Garage: documents(Car, Truck) }

fn main() {}
