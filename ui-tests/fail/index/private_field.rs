//! A path leads to fields that are visible.

use mongo_runtime::{Document, bson::oid::ObjectId};

mod customer {
    #[derive(mongo_runtime::Embedded)]
    pub struct Customer {
        age: i32,
    }
}

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_age", keys(customer.age)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    customer: customer::Customer,
}

fn main() {}
