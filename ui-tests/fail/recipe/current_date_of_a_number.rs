//! The date goes into a date.

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
#[mongo(current_date(total))]
struct Change;

fn main() {}
