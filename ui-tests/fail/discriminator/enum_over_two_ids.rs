//! All documents of a collection have one type of `_id`.

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
    id: i64,
}

#[derive(Document)]
enum Vehicle {
    Car(Car),
    Truck(Truck),
}


fn main() {}
