//! A float would turn an int64 into a double.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

fn main() {
    let _ = Order::fields().total().inc(1.0);
}
