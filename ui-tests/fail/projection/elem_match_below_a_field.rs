//! The server finds elements of the fields of the document alone.

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

#[derive(Embedded)]
struct Cart {
    #[mongo(max_items = 9)]
    items: Vec<Item>,
}

#[derive(Projection)]
#[mongo(document = Cart)]
struct First {
    #[mongo(path = items, elem_match(sku = "a"))]
    item: Option<Item>,
}

fn main() {}
