//! An inserted document would have an optional part by half.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_customer", keys(customer.id), unique, one_absent))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 32)]
    number: String,
    total: i64,
    customer: Option<Customer>,
}

#[derive(Embedded)]
struct Customer {
    id: i64,
    age: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.save", upsert = "uq_customer")]
struct Save {
    #[mongo(key, path = customer.id)]
    customer: i64,
    #[mongo(set)]
    number: String,
    #[mongo(set)]
    total: i64,
}

fn main() {}
