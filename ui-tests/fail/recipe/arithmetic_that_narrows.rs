//! Arithmetic is on numbers that their type always holds.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(as = "double")]
    ratio: f32,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
struct Change {
    #[mongo(inc)]
    ratio: f32,
}

fn main() {}
