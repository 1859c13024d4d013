//! An upsert has every key of its index.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_number", keys(number, shop), unique))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 32)]
    number: String,
    total: i64,
    shop: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.save", upsert = "uq_number")]
struct Save {
    #[mongo(key)]
    number: String,
    #[mongo(set)]
    total: i64,
    #[mongo(set)]
    shop: i64,
}

fn main() {}
