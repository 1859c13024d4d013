//! The id of a customer is an ObjectId, and this one is text.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "customers")]
struct Customer {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(reference = Customer)]
    customer: String,
}

fn main() {}
