//! A zone has no place in a date.

use mongo_runtime::{Document, bson::oid::ObjectId};
use jiff::Zoned;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: Zoned,
}

fn main() {}
