//! Absence and null have operators of their own.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    note: Option<i64>,
}

fn main() {
    let _ = Order::fields().note().eq(None);
}
