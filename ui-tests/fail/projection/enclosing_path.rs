//! A field beside the document that it is in.

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
#[mongo(document = Order)]
struct Line {
    customer: Customer,
    #[mongo(path = customer.name)]
    name: String,
}

fn main() {}
