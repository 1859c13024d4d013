//! Several values come from a field.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 10)]
    scores: Vec<i64>,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
#[mongo(push_each(scores = [1]))]
struct Change;

fn main() {}
