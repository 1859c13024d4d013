//! A slice that says only what is skipped.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 100)]
    items: Vec<Item>,
}

#[derive(Embedded)]
struct Item {
    #[mongo(max_len = 20)]
    sku: String,
    quantity: i32,
}

#[derive(Projection)]
#[mongo(document = Order)]
struct Line {
    #[mongo(slice(3))]
    items: Vec<Item>,
}

fn main() {}
