//! A variant is no value by itself.

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
}

fn main() {
    let _ = Order::fields().payment().card().eq(Payment::Cash);
}
