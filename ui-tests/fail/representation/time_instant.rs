//! A date has no nanoseconds and no offset.

use mongo_runtime::{Document, bson::oid::ObjectId};
use time::OffsetDateTime;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: OffsetDateTime,
}

fn main() {}
