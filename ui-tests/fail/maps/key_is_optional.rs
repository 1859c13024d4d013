//! A key is always there.

use std::collections::BTreeMap;

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    counts: BTreeMap<Option<String>, i32>,
}

fn main() {}
