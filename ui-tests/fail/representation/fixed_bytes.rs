//! Bytes of a fixed number are not silently an array of numbers.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    hash: [u8; 32],
}

fn main() {}
