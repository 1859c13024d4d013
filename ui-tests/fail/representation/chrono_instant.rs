//! An instant of `chrono` has nanoseconds, a date has not.

use mongo_runtime::{Document, bson::oid::ObjectId};
use chrono::{DateTime, Utc};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: DateTime<Utc>,
}

fn main() {}
