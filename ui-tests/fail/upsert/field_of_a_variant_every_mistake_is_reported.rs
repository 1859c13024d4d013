//! An inserted document would have a variant by half.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_number", keys(number), unique))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 32)]
    number: String,
    total: i64,
    payment: Option<Payment>,
}

#[derive(Embedded)]
#[mongo(tag = "is")]
enum Payment {
    Card { limit: i64, debt: i64 },
    Giro { note: Option<i64> },
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.save", upsert = "uq_number")]
#[mongo(unset(payment.giro.note))]
struct Save {
    #[mongo(key)]
    number: String,
    #[mongo(set)]
    total: i64,
    #[mongo(set_on_insert, path = payment.card.limit)]
    limit: i64,
}

fn main() {}
