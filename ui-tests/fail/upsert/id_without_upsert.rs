//! A plain update inserts no document.

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
#[mongo(document = Order, operation = "order.save")]
struct Save {
    #[mongo(set)]
    total: i64,
    #[mongo(set_on_insert)]
    id: ObjectId,
}

fn main() {}
