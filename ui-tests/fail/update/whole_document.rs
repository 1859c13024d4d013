//! A document is changed by its fields.

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
    item: Item,
}

fn main() {
    let _ = |order: Order| Order::fields().set(order);
}
