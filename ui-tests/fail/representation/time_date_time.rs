//! A date and time without a zone is no instant.

use mongo_runtime::{Document, bson::oid::ObjectId};
use time::PrimitiveDateTime;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: PrimitiveDateTime,
}

fn main() {}
