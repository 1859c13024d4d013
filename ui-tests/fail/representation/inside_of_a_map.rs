//! A type is refused inside of a map, too.

use mongo_runtime::{Document, bson::oid::ObjectId};
use std::collections::BTreeMap;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 10, max_len = 20)]
    hits: BTreeMap<String, u64>,
}

fn main() {}
