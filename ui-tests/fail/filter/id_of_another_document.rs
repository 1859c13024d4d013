//! The id of a customer is none of an order.

use std::marker::PhantomData;

use mongo_runtime::{bson::oid::ObjectId, prelude::*};

#[derive(Embedded)]
struct Id<T>(ObjectId, #[mongo(marker)] PhantomData<fn() -> T>);

struct Customer;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: Id<Order>,
}

fn main() {
    let customer = Id::<Customer>(ObjectId::new(), PhantomData);
    let _ = Order::fields().id().eq(customer);
}
