//! A required document is not made by changes of it that may make nothing.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_number", keys(number), unique))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    number: i64,
    first: Notes,
    second: Notes,
    third: Notes,
}

#[derive(Embedded)]
struct Notes {
    text: Option<i64>,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.save", upsert = "uq_number")]
#[mongo(unset(third.text))]
struct Save {
    #[mongo(key)]
    number: i64,
    #[mongo(set, optional, path = first.text)]
    first: Option<i64>,
    #[mongo(set_or_unset, path = second.text)]
    second: Option<i64>,
}

fn main() {}
