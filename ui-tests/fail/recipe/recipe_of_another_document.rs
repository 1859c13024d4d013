//! A recipe is of one type of documents.

use mongo_runtime::{prelude::*, update::IntoUpdate};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

#[derive(Document)]
#[mongo(collection = "customers")]
struct Customer {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
struct Change {
    #[mongo(set)]
    total: i64,
}

fn change_customer(_: impl IntoUpdate<Customer>) {}

fn main() {
    change_customer(Change { total: 5 });
}
