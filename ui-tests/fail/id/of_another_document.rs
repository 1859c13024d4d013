//! The id of a customer is none of an order, in a struct either.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: Id<Order>,
    customer: Id<Customer>,
}

#[derive(Document)]
#[mongo(collection = "customers")]
struct Customer {
    #[mongo(id)]
    id: Id<Customer>,
}

fn main() {
    let customer = Customer { id: Id::new() };
    let _ = Order { id: customer.id, customer: customer.id };
}
