//! A type with a mistake can be used without a second error.

use mongo_runtime::{
    Document, Embedded,
    bson::oid::ObjectId,
    filter::{Filter, FilterField},
    to_vec,
};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_age", keys(customer.age)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    customer: Customer,
}

#[derive(Embedded)]
struct Customer {
    #[mongo(flatten)]
    age: i32,
}

fn by_age(age: i32) -> Filter<Order> {
    Order::fields().customer().age().gte(age)
}

fn bytes(order: &Order) -> Vec<u8> {
    to_vec(order).unwrap_or_default()
}

fn main() {}
