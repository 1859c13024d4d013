//! The field and the tag are both named.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator = "car")]
struct Car {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
