//! Elements are of arrays.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}


fn main() {
    let _ = Order::fields().total().update_each(|total| total);
}
