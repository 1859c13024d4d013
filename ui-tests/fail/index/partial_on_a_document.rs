//! A document is not compared with a literal.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Customer {
    age: i32,
}

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_open", keys(total), partial(customer = 1)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    customer: Customer,
}

fn main() {}
