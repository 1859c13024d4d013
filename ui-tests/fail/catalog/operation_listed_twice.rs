//! An operation is listed once.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

operation! { FindOpen: Order = "order.find-open" }

catalog! { Shop: documents(Order), operations(FindOpen, FindOpen) }

fn main() {}
