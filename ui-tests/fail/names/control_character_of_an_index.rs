//! A name that breaks a line could forge another one of a log.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_\u{1b}[31m", keys(total)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

fn main() {}
