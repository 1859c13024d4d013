//! The key of a map is text, not a number.

use mongo_runtime::{Document, bson::oid::ObjectId};
use std::collections::BTreeMap;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 10)]
    labels: BTreeMap<i64, i32>,
}

fn main() {}
