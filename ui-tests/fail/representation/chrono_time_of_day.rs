//! BSON has no time of day.

use mongo_runtime::{Document, bson::oid::ObjectId};
use chrono::NaiveTime;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: NaiveTime,
}

fn main() {}
