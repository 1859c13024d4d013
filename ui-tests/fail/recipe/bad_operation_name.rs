//! The name of an operation is in lower case.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "Order.Change")]
struct Change {
    #[mongo(set)]
    total: i64,
}

fn main() {}
