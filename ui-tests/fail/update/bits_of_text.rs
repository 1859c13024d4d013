//! Only integers have bits.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 20)]
    title: String,
}


fn main() {
    let _ = Order::fields().title().bit_or("a");
}
