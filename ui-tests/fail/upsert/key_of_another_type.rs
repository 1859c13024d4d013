//! A key has the type of its field.

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
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.save", upsert = "uq_number")]
struct Save {
    #[mongo(key)]
    number: i64,
    #[mongo(set)]
    total: i64,
}

fn main() {}
