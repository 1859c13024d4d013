//! An array has no useful order.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 9)]
    seen: Vec<i64>,
}

fn main() {
    let _ = Order::fields().seen().asc();
}
