//! A unique index over an array is over its single elements.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_tags", keys(tags), unique))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 32)]
    number: String,
    total: i64,
    #[mongo(max_items = 3)]
    tags: Vec<i32>,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.save", upsert = "uq_tags")]
struct Save {
    #[mongo(set)]
    number: String,
    #[mongo(set)]
    total: i64,
    #[mongo(key)]
    tags: Vec<i32>,
}

fn main() {}
