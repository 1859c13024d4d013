//! The document that is inserted has no elements to choose.

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
    #[mongo(max_items = 3)]
    lines: Vec<i32>,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.save", upsert = "uq_number")]
struct Save {
    #[mongo(key)]
    number: String,
    #[mongo(set)]
    total: i64,
    #[mongo(inc, path = lines[])]
    line: i32,
}

fn main() {}
