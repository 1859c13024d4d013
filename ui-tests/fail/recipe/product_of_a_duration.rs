//! A product of two spans of time is none.

use std::time::Duration;

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(as = "millis")]
    delay: Duration,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
struct Change {
    #[mongo(mul)]
    delay: Duration,
}

fn main() {}
