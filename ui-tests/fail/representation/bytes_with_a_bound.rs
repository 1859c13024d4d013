//! A bound does not make bytes an array that is meant.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 1024)]
    image: Vec<u8>,
}

fn main() {}
