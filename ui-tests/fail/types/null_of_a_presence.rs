//! A `Presence` says itself when it is null.

use mongo_runtime::{Document, Presence, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(null)]
    total: Presence<i64>,
}

fn main() {}
