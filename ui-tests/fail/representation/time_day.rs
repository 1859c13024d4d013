//! A day is no instant.

use mongo_runtime::{Document, bson::oid::ObjectId};
use time::Date;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: Date,
}

fn main() {}
