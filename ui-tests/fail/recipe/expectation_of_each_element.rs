//! An expectation is of the document.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 20)]
    items: Vec<Item>,
    status: Status,
}

#[derive(Embedded)]
enum Status {
    Open,
    Paid,
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
    #[mongo(expect, path = items[].sku)]
    sku: String,
    #[mongo(set)]
    status: Status,
}

fn main() {}
