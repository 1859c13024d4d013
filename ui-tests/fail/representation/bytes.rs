//! Bytes are not written as an array of numbers by accident.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    image: Vec<u8>,
}

fn main() {}
