//! An upsert brings its own filter.

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
    number: String,
    #[mongo(set)]
    total: i64,
}

fn update(_: impl mongo_runtime::update::IntoUpdate<Order>) {}

fn main() {
    update(Save { number: String::new(), total: 1 });
}
