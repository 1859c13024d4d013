//! The `_id` of an inserted document is given as a whole.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_code", keys(code), unique))]
struct Order {
    #[mongo(id)]
    key: OrderKey,
    code: i64,
}

#[derive(Embedded)]
struct OrderKey {
    shop: i64,
    number: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.save", upsert = "uq_code")]
#[mongo(set_on_insert(key.shop = 1))]
struct Save {
    #[mongo(key)]
    code: i64,
}

fn main() {}
