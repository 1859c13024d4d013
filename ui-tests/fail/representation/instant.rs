//! An `Instant` means nothing outside of its process.

use mongo_runtime::{Document, bson::oid::ObjectId};
use std::time::Instant;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    started: Instant,
}

fn main() {}
