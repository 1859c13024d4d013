//! What is stored is one variant.

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
#[mongo(index(name = "ix_card", keys(payment.card.last4), partial(is(payment.cash), exists(payment.card.last4))))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    payment: Payment,
}

fn main() {}
