//! What may be old replaces nothing.

use mongo_runtime::{
    db::{Collection, Stale},
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

fn write(orders: &Collection<Order>, order: &Stale<Order>) {
    let _ = orders.replace_one(order);
}

fn main() {}
