//! A partial index has a condition.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_open", keys(total), partial()))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    quantity: i64,
}

fn main() {}
