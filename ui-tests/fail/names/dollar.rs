//! A name that starts with a dollar is an operator.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(rename = "$total")]
    total: i64,
}

fn main() {}
