//! A pattern is matched in a bounded number of steps.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 9)]
    sku: String,
}

fn main() {
    let _ = Order::fields().sku().matches(mongo_runtime::pattern!("^(a+)+$"));
}
