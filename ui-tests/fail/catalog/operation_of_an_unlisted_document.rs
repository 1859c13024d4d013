//! An operation is about a document that is listed.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "customers")]
struct Customer {
    #[mongo(id)]
    id: ObjectId,
}

operation! { FindNew: Customer = "customer.find-new" }

catalog! { Shop: documents(Order), operations(FindNew) }

fn main() {}
