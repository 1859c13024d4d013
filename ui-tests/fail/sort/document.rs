//! A document is ordered by a field inside of it.

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
    rank: i64,
}

fn main() {
    let _ = Order::fields().customer().desc();
}
