//! What a write expects is not taken from what may be old.

use mongo_runtime::{db::Stale, prelude::*};

#[derive(Document)]
#[mongo(collection = "orders", owns_document)]
struct Order {
    #[mongo(id)]
    id: i32,
    #[mongo(revision)]
    revision: Revision,
    total: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.charge")]
struct Charge {
    #[mongo(expect)]
    total: Stale<i64>,
    #[mongo(inc, path = total)]
    amount: i64,
}

fn main() {}
