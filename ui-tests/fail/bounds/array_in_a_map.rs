//! Each level of arrays and maps needs a bound.

use mongo_runtime::{Document, bson::oid::ObjectId};
use std::collections::BTreeMap;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 10)]
    rows: BTreeMap<String, Vec<i32>>,
}

fn main() {}
