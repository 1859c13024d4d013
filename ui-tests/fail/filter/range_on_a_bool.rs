//! A bool has no order.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    paid: bool,
}

fn main() {
    let _ = Order::fields().paid().gt(false);
}
