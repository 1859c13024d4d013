//! An update does not reach into elements.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
struct Item {
    qty: i64,
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 9)]
    items: Vec<Item>,
}

fn main() {
    let _ = Order::fields().items().each().qty().set(5);
}
