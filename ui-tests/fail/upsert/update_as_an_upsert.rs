//! A plain update names no unique index.

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
}

fn upsert(_: impl mongo_runtime::update::IntoUpsert<Order>) {}

fn main() {
    upsert(Save { total: 1 });
}
