//! The id of a customer is none of an order.

use mongo_runtime::prelude::*;

struct Customer;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: Id<Order>,
}

fn main() {
    let customer = Id::<Customer>::new();
    let _ = Order::fields().id().eq(customer);
}
