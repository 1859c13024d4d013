//! Arithmetic is on numbers.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 20)]
    title: String,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
struct Change {
    #[mongo(inc)]
    title: String,
}

fn main() {}
