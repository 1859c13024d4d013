//! A filter belongs to one type.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "customers")]
struct Customer {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

fn main() {
    let _ = Order::fields().total().eq(5).and(Customer::fields().id().exists(true));
}
