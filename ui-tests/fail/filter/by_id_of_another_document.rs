//! The id of a customer leads to no order.

use mongo_runtime::prelude::*;

struct Customer;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: Id<Order>,
    total: i64,
}

fn main() {
    let customer = Id::<Customer>::new();
    let _ = Order::fields().total().eq(5).and(by_id(customer));
}
