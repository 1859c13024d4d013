//! BSON has no time of day.

use mongo_runtime::{Document, bson::oid::ObjectId};
use jiff::civil::Time;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: Time,
}

fn main() {}
