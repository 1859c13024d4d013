//! The field and the tag are both named.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind))]
struct Car {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
