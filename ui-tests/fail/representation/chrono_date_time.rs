//! A date and time without a zone is no instant.

use mongo_runtime::{Document, bson::oid::ObjectId};
use chrono::NaiveDateTime;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: NaiveDateTime,
}

fn main() {}
