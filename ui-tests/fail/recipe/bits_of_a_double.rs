//! Only integers have bits.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    price: f64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
struct Change {
    #[mongo(bit_or)]
    price: f64,
}

fn main() {}
