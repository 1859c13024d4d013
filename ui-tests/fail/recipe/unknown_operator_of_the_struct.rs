//! An operator of the struct is one of the list.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
#[mongo(rename(total))]
struct Change;

fn main() {}
