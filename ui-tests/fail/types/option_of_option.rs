//! `None` and `Some(None)` look alike when they are stored.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    paid_at: Option<Option<i64>>,
}

fn main() {}
