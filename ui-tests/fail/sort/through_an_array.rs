//! A document has no one element to order by.

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
    let _ = Order::fields().items().each().qty().asc();
}
