//! No query implies a condition on any element.

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
#[mongo(index(name = "ix_card", keys(events[].card.last4), partial(is(events[].card))))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    payment: Payment,
    #[mongo(max_items = 5)]
    events: Vec<Payment>,
}

fn main() {}
