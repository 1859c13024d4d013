//! Only a unique index keeps two upserts at once from making two documents.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_number", keys(number)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 32)]
    number: String,
    total: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.save", upsert = "ix_number")]
struct Save {
    #[mongo(key)]
    number: String,
    #[mongo(set)]
    total: i64,
}

fn main() {}
