//! Nor is the answer a condition.

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

async fn is_there(
    orders: &Collection<Order, StaleReadAllowed>,
) -> Result<(), mongo_runtime::error::Error> {
    if orders.exists(by_id(1)).await? {}
    Ok(())
}

fn main() {}
