//! A key is a field, inside of a document too.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Customer {
    #[mongo(max_len = 20)]
    name: String,
}

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_customer", keys(customer.naem)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    customer: Customer,
}

fn main() {}
