//! A set would hold an element twice.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 9)]
    seen: std::collections::BTreeSet<i64>,
}

fn main() {
    let _ = Order::fields().seen().push(5);
}
