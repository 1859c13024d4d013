//! A collection that may be behind only reads.

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

fn write(orders: &Collection<Order, StaleReadAllowed>, order: &Order) {
    let _ = orders.insert_one(order);
}

fn main() {}
