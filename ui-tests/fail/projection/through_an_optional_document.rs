//! A value that a document may lack.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    shipping: Option<Address>,
}

#[derive(Embedded)]
struct Address {
    #[mongo(max_len = 100)]
    city: String,
}

#[derive(Projection)]
#[mongo(document = Order)]
struct Line {
    #[mongo(path = shipping.city)]
    city: String,
}

fn main() {}
