//! A name that breaks a line could forge another one of a log.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders\n2026-01-01 INFO all is well")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

fn main() {}
