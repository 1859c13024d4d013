//! A condition on another variant does not help.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
#[mongo(tag = "type", rename_all = "snake_case")]
enum Payment {
    Cash,
    Giro {
        #[mongo(max_len = 34)]
        iban: String,
    },
    Card {
        #[mongo(max_len = 4)]
        last4: String,
    },
}

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_card", keys(payment.card.last4), unique, partial(is(payment.giro))))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    payment: Payment,
}

fn main() {}
