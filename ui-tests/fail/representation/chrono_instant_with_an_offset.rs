//! An offset has no place in a date.

use mongo_runtime::{Document, bson::oid::ObjectId};
use chrono::{DateTime, FixedOffset};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: DateTime<FixedOffset>,
}

fn main() {}
