//! Conditions that no element meets.

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
    #[mongo(path = items, elem_match(quantity > 3, quantity < 2))]
    item: Option<Item>,
}

fn main() {}
