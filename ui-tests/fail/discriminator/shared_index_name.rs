//! An index name is taken once in a collection.

use mongo_runtime::{Document, bson::oid::ObjectId, catalog};

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "car"), index(name = "ix_size", keys(doors)))]
struct Car {
    #[mongo(id)]
    id: ObjectId,
    doors: i32,
}

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "truck"), index(name = "ix_size", keys(axles)))]
struct Truck {
    #[mongo(id)]
    id: ObjectId,
    axles: i32,
}

catalog! { Garage: documents(Car, Truck) }

fn main() {}
