//! `element` is for a name.

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
struct Change {
    #[mongo(element, path = items[].sku)]
    sku: String,
    #[mongo(set, path = items[].quantity)]
    quantity: i64,
}

fn main() {}
