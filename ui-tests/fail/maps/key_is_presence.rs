//! A key is always there.

use std::collections::BTreeMap;

use mongo_runtime::{Document, Presence, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    counts: BTreeMap<Presence<String>, i32>,
}

fn main() {}
