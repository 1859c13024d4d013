//! An id may not be missing.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

fn main() {
    let _ = Order::fields().total().eq(5).and(by_id(Some(ObjectId::new())));
}
