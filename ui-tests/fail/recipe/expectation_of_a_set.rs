//! What has no equality is not expected.

use std::collections::BTreeSet;

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 10, max_len = 8)]
    tags: BTreeSet<String>,
    total: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
struct Change {
    #[mongo(expect)]
    tags: BTreeSet<String>,
    #[mongo(set)]
    total: i64,
}

fn main() {}
