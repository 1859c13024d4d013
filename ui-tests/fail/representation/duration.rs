//! BSON has no `Duration`.

use mongo_runtime::{Document, bson::oid::ObjectId};
use std::time::Duration;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    timeout: Duration,
}

fn main() {}
