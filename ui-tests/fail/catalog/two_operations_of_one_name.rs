//! A name is that of one operation.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

operation! { FindOpen: Order = "order.find-open" }
operation! { CountOpen: Order = "order.find-open" }

catalog! { Shop: documents(Order), operations(FindOpen, CountOpen) }

fn main() {}
