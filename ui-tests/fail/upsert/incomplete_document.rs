//! What is inserted can be read as the type: it has every required field.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_number", keys(number), unique))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 32)]
    number: String,
    total: i64,
    shop: i64,
    customer: Customer,
    note: Option<i64>,
}

#[derive(Embedded)]
struct Customer {
    id: i64,
    age: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.save", upsert = "uq_number")]
struct Save {
    #[mongo(key)]
    number: String,
    #[mongo(set)]
    total: i64,
    #[mongo(set, path = customer.id)]
    customer: i64,
}

fn main() {}
