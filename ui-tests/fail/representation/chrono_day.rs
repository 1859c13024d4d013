//! A day is no instant.

use mongo_runtime::{Document, bson::oid::ObjectId};
use chrono::NaiveDate;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: NaiveDate,
}

fn main() {}
