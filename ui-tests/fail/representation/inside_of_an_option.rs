//! A type is refused inside of an `Option`, too.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    hits: Option<u64>,
}

fn main() {}
