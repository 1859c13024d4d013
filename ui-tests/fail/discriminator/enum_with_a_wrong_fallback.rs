//! What is kept has an `_id` and bytes.

use mongo_runtime::{Document, bson::RawDocumentBuf, bson::oid::ObjectId};

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
    #[mongo(fallback)]
    Other(RawDocumentBuf),
}


fn main() {}
