//! An array has no order; its elements have.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 10)]
    scores: Vec<i64>,
}

fn main() {
    let _ = Order::fields().scores().gt(vec![5]);
}
