//! The discriminator and the schema version are two fields.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "vehicles", schema_version = 1, version_field = "v", discriminator(v = "car"))]
struct Car {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
