//! Nothing tells the documents of the two types apart.

use mongo_runtime::{Document, bson::oid::ObjectId, catalog};

#[derive(Document)]
#[mongo(collection = "vehicles")]
struct Car {
    #[mongo(id)]
    id: ObjectId,
    doors: i32,
}

#[derive(Document)]
#[mongo(collection = "vehicles")]
struct Truck {
    #[mongo(id)]
    id: ObjectId,
    axles: i32,
}

catalog! { Garage: documents(Car, Truck) }

fn main() {}
