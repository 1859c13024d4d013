//! Pages need an order that is known before the program runs: a filter that is made where it is called has none.

use mongo_runtime::{filter::IntoFilter, prelude::*, query::HasPages};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

/// What `orders.find(filter).limit(20).page(None)` asks of the filter.
fn page<F>(_: F)
where
    F: IntoFilter<Order>,
    F::Kind: HasPages,
{
}

fn main() {
    page(Order::fields().total().gte(5));
}
