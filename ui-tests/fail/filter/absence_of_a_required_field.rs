//! A required field is never absent.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

fn main() {
    let _ = Order::fields().total().is_absent();
}
