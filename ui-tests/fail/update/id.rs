//! The `_id` never changes.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

fn main() {
    let _ = Order::fields().id().set(ObjectId::new());
}
