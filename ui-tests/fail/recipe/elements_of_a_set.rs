//! The elements of a set do not change.

use std::collections::BTreeSet;

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 10, max_len = 8)]
    tags: BTreeSet<String>,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
#[mongo(set(tags[] = "a"))]
struct Change;

fn main() {}
