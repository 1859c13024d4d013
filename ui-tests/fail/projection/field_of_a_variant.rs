//! A value that another variant lacks.

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
    #[mongo(path = payment.card.last4)]
    last4: i32,
}

fn main() {}
