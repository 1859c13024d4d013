//! The tag is that of the document type.

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
    #[mongo(rename = "lorry")]
    Truck(Truck),
}


fn main() {}
