//! A double may leave what `f32` holds.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(as = "double")]
    ratio: f32,
}

fn main() {
    let _ = Order::fields().ratio().inc(1.0_f32);
}
