//! The enum tells its types by their tags.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "car"))]
struct Car {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "vehicles")]
struct Truck {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
enum Vehicle {
    Car(Car),
    Truck(Truck),
}


fn main() {}
