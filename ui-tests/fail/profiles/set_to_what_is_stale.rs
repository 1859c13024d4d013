//! A value that may be old is not written.

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

fn change(total: Stale<i64>) {
    let _ = Order::fields().total().set(total);
}

fn main() {}
