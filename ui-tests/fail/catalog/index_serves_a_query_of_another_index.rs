//! An index names a query that another index serves.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_state", keys(state)))]
#[mongo(index(name = "ix_total", keys(total), serves("order.find-by-state")))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 8)]
    state: String,
    total: i64,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find-by-state")]
struct ByState<'a> {
    #[mongo(eq, path = state)]
    state: &'a str,
}

catalog! { Shop: documents(Order), operations(ByState) }

fn main() {}
