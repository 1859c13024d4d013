//! A name that breaks a line could forge another one of a log.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(rename = "to\rtal")]
    total: i64,
}

fn main() {}
