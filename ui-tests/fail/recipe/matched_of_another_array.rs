//! `[matched]` needs a condition on this array.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 20)]
    items: Vec<Item>,
    #[mongo(max_items = 20)]
    others: Vec<Item>,
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
    #[mongo(expect, path = others[matched].sku)]
    sku: String,
    #[mongo(set, path = items[matched].quantity)]
    quantity: i64,
}

fn main() {}
