//! BSON has no durations.

use mongo_runtime::{Document, bson::oid::ObjectId};
use jiff::SignedDuration;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: SignedDuration,
}

fn main() {}
