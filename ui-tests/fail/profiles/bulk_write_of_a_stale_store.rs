//! A store that may be behind only reads.

use mongo_runtime::{db::consistency::StaleReadAllowed, prelude::*};

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

fn write(store: &Store<Shop, StaleReadAllowed>) {
    let _ = store.bulk_write();
}

fn main() {}
