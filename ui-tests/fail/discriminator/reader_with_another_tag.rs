//! No query of the type finds a document with another tag.

use mongo_runtime::{Document, Upgrade, UpgradeError, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "car"), schema_version = 2, reads(CarV1))]
struct Car {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "auto"), schema_version = 1)]
struct CarV1 {
    #[mongo(id)]
    id: ObjectId,
}

impl Upgrade<CarV1> for Car {
    fn upgrade(old: CarV1) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id })
    }
}

fn main() {}
