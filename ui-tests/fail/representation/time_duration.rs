//! BSON has no durations.

use mongo_runtime::{Document, bson::oid::ObjectId};
use time::Duration;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: Duration,
}

fn main() {}
