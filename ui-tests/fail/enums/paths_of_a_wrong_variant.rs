//! A mistake in an enum is one error, however its paths are used.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
#[mongo(tag = "type")]
enum Payment {
    #[mongo(rename = "card")]
    Cash,
    #[mongo(rename = "card")]
    Card { last4: i32 },
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    payment: Payment,
}

fn main() {
    let _ = Order::fields().payment().card().last4().eq(1).and(Order::fields().payment().is_cash());
}
