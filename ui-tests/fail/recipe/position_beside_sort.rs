//! A sort orders all elements, those that are pushed, too.

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
struct Change {
    #[mongo(push, path = scores, position = 0, sort = desc)]
    score: i64,
}

fn main() {}
