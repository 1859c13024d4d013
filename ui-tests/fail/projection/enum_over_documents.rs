//! A part of an enum over document types.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "car"))]
struct Car {
    #[mongo(id)]
    id: ObjectId,
    doors: i32,
}

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "van"))]
struct Van {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
enum Vehicle {
    Car(Car),
    Van(Van),
}

#[derive(Projection)]
#[mongo(document = Vehicle)]
struct Part {
    id: ObjectId,
}

fn main() {}
