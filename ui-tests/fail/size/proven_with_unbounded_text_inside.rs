//! A proof names the field that has no bound.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Customer {
    #[mongo(rename = "fullName")]
    name: String,
}

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(proven)]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    customer: Customer,
}

fn main() {}
