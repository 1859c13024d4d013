//! A path that ends at a variant.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    payment: Payment,
}

#[derive(Embedded)]
#[mongo(tag = "type")]
enum Payment {
    Card { last4: i32 },
    Cash,
}

#[derive(Projection)]
#[mongo(document = Order)]
struct Line {
    #[mongo(path = payment.card)]
    card: Option<Payment>,
}

fn main() {}
