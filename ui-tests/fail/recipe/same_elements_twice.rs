//! A path of each element is changed once.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 20)]
    items: Vec<Item>,
}

#[derive(Embedded)]
struct Item {
    #[mongo(max_len = 8)]
    sku: String,
    quantity: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
#[mongo(inc(items[].quantity = 1), set(items[].quantity = 2))]
struct Change;

fn main() {}
