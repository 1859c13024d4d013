//! Brackets are for arrays.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
#[mongo(inc(total[] = 1))]
struct Change;

fn main() {}
