//! A map is no date.

use std::collections::BTreeMap;

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ttl", keys(at), expire_after = "1 day"))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3, max_len = 9)]
    at: BTreeMap<String, DateTime>,
}

fn main() {}
