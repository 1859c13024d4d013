//! A field beside a part of the document that it is in.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    customer: Customer,
}

#[derive(Embedded)]
struct Customer {
    #[mongo(max_len = 100)]
    name: String,
    email: i32,
}

#[derive(Projection)]
#[mongo(document = Customer)]
struct Name {
    name: String,
}

#[derive(Projection)]
#[mongo(document = Order)]
struct Line {
    #[mongo(path = customer.email)]
    email: i32,
    customer: Name,
}

fn main() {}
