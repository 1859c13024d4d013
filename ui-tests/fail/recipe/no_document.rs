//! A recipe is of one type of documents.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

#[derive(Update)]
#[mongo(operation = "order.change")]
struct Change {
    #[mongo(set)]
    total: i64,
}

fn main() {}
