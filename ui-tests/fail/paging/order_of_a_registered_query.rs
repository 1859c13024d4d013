//! A registered query is proved with its own order, so it takes no other.

use mongo_runtime::{filter::IntoFilter, prelude::*, query::MadeHere};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_total", keys(total, id)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.of-total", sort(id))]
struct OfTotal {
    #[mongo(eq)]
    total: i64,
}

/// What `orders.find(query).sort(..)` asks of the query.
fn sort<F>(_: F)
where
    F: IntoFilter<Order>,
    F::Kind: MadeHere,
{
}

fn main() {
    sort(OfTotal { total: 5 });
}
