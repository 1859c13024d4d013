//! A key is a field.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_total", keys(totl)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    quantity: i64,
}

fn main() {}
