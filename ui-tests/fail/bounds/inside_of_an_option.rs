//! An optional array needs a bound.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    tags: Option<Vec<String>>,
}

fn main() {}
