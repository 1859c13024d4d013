//! A path is not changed beside one that encloses it.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    customer: Customer,
}

#[derive(Embedded)]
struct Customer {
    #[mongo(max_len = 30)]
    name: String,
    rank: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
struct Change {
    #[mongo(set)]
    customer: Customer,
    #[mongo(set, path = customer.name)]
    name: String,
}

fn main() {}
