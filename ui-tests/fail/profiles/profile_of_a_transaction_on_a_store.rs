//! Nor of a store.

use mongo_runtime::{db::consistency::ShortWrite, prelude::*};

#[derive(Document)]
#[mongo(collection = "orders", owns_document)]
struct Order {
    #[mongo(id)]
    id: i32,
    #[mongo(revision)]
    revision: Revision,
    total: i64,
}

catalog! { Shop: documents(Order) }

fn read(store: &Store<Shop>) {
    let _ = store.consistency(ShortWrite);
}

fn main() {}
