//! A part of another type than the document has.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    customer: Customer,
    shipping: Option<Address>,
}

#[derive(Embedded)]
struct Customer {
    #[mongo(max_len = 100)]
    name: String,
    email: i32,
}

#[derive(Embedded)]
struct Address {
    #[mongo(max_len = 100)]
    city: String,
}

#[derive(Projection)]
#[mongo(document = Customer)]
struct Name {
    name: String,
}

#[derive(Projection)]
#[mongo(document = Order)]
struct Line {
    shipping: Option<Name>,
}

fn main() {}
