//! An upsert finds its document by the keys of its index, and by nothing else.

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
    #[mongo(max_len = 9)]
    note: String,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.save", upsert = "uq_number")]
#[mongo(set(note = "new"))]
struct Save {
    #[mongo(key)]
    number: String,
    #[mongo(key)]
    total: i64,
}

fn main() {}
