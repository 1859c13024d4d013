//! An optional document does not come into being by half.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    shipping: Option<Customer>,
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
    #[mongo(set, path = shipping.name)]
    name: String,
}

fn main() {}
