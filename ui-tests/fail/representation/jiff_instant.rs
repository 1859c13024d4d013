//! An instant of `jiff` has nanoseconds, a date has not.

use mongo_runtime::{Document, bson::oid::ObjectId};
use jiff::Timestamp;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: Timestamp,
}

fn main() {}
