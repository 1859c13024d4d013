//! Nor is anything changed by it.

use mongo_runtime::{
    db::{Collection, consistency::StaleReadAllowed},
    prelude::*,
};

#[derive(Document)]
#[mongo(collection = "orders", owns_document)]
struct Order {
    #[mongo(id)]
    id: i32,
    #[mongo(revision)]
    revision: Revision,
    total: i64,
}

fn write(orders: &Collection<Order>) {
    let stale = orders.consistency(StaleReadAllowed);
    let _ = stale.update_one(by_id(1), Order::fields().total().set(1));
}

fn main() {}
