//! A path leads along fields of the document.

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
    #[mongo(set, path = customer.nmae)]
    name: String,
}

fn main() {}
