//! A variant is asked of one element.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
#[mongo(tag = "type", rename_all = "snake_case")]
enum Payment {
    Cash,
    Card {
        #[mongo(max_len = 4)]
        last4: String,
    },
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    payment: Payment,
    #[mongo(max_items = 5)]
    events: Vec<Payment>,
}

fn main() {
    let _ = Order::fields().events().each().card().last4().eq("4242");
}
