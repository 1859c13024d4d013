//! The fields are in the document, not in its mark.

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

fn total(order: &Stale<Order>) -> i64 {
    order.total
}

fn main() {}
