//! A bound over what a document holds is a mistake.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 99999999999999999999999)]
    number: String,
}

fn main() {}
