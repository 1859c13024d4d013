//! A count that may be old is no number.

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

async fn is_full(
    orders: &Collection<Order, StaleReadAllowed>,
) -> Result<u64, mongo_runtime::error::Error> {
    let n_orders: u64 = orders.count(AllDocuments).await?;
    Ok(n_orders)
}

fn main() {}
