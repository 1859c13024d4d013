//! A type of one's own needs the derive.

use mongo_runtime::{Document, bson::oid::ObjectId};

struct Customer {
    name: String,
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    customer: Customer,
}

fn main() {}
