//! An id that says whose it is: a value beside a marker, whose parameter need not be storable.
#![deny(warnings)]

use std::marker::PhantomData;

use mongo_runtime::{bson::oid::ObjectId, filter::by_id, from_slice, prelude::*, to_vec};

#[derive(Embedded)]
struct Id<T>(ObjectId, #[mongo(marker)] PhantomData<fn() -> T>);

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> Id<T> {
    fn new() -> Self {
        Self(ObjectId::new(), PhantomData)
    }
}

#[derive(Embedded)]
#[mongo(transparent)]
struct Money<C> {
    #[mongo(marker)]
    currency: PhantomData<C>,
    cents: i64,
}

struct Euro;

#[derive(Document)]
#[mongo(collection = "orders", index(name = "ix_customer", keys(customer)))]
struct Order {
    #[mongo(id)]
    id: Id<Order>,
    customer: Id<Customer>,
    total: Money<Euro>,
}

#[derive(Document)]
#[mongo(collection = "customers")]
struct Customer {
    #[mongo(id)]
    id: Id<Customer>,
}

fn main() {
    let customer = Customer { id: Id::new() };
    let total = Money { currency: PhantomData, cents: 5 };
    let order = Order { id: Id::new(), customer: customer.id, total };
    let read = from_slice::<Order>(&to_vec(&order).unwrap()).unwrap();
    assert_eq!((read.id.0, read.customer.0, read.total.cents), (order.id.0, customer.id.0, 5));
    let _: (PhantomData<fn() -> Order>, PhantomData<Euro>) = (read.id.1, read.total.currency);
    let _ = by_id(order.id);
    let _ = Order::fields().customer().eq(customer.id);
}
