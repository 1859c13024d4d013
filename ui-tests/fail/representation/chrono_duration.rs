//! BSON has no durations.

use mongo_runtime::{Document, bson::oid::ObjectId};
use chrono::TimeDelta;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: TimeDelta,
}

fn main() {}
