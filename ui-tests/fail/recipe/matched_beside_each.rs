//! The server takes one way to choose elements.

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
#[mongo(inc(items[].quantity = 1))]
struct Change {
    #[mongo(expect, path = items[matched].sku)]
    was: String,
    #[mongo(set, path = items[matched].sku)]
    sku: String,
}

fn main() {}
