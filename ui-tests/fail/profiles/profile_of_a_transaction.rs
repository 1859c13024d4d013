//! A profile of a transaction is none of a collection.

use mongo_runtime::{
    db::{Collection, consistency::SnapshotTransaction},
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

fn read(orders: &Collection<Order>) {
    let _ = orders.consistency(SnapshotTransaction);
}

fn main() {}
