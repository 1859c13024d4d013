//! The rules that can be allowed are listed.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_total", keys(total), allow(everything, reason = "legacy")))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    quantity: i64,
}

fn main() {}
