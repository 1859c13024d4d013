//! A plain update inserts nothing.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    created_at: DateTime,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
struct Change {
    #[mongo(set)]
    total: i64,
    #[mongo(set_on_insert)]
    created_at: DateTime,
}

fn main() {}
