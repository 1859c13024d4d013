//! Only a causal session reads its own writes from a secondary.

use mongo_runtime::{db::Collection, prelude::*};

#[derive(Document)]
#[mongo(collection = "orders", owns_document)]
struct Order {
    #[mongo(id)]
    id: i32,
    #[mongo(revision)]
    revision: Revision,
    total: i64,
}

fn read(orders: &Collection<Order>) {
    let _ = orders.secondary_preferred();
}

fn main() {}
