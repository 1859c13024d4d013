//! Array operators are on arrays, without an operand too.

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
#[mongo(pop_first(total))]
struct Change;

fn main() {}
