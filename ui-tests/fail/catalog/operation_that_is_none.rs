//! A document is listed as one.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

catalog! { Shop: documents(Order), operations(Order) }

fn main() {}
