//! A name that breaks a line could forge another one of a log.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders\n2026-01-01 INFO all is well")]
#[mongo(index(name = "ix_\u{1b}[31m", keys(total)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(rename = "to\rtal")]
    total: i64,
}

fn main() {}
