//! An element of a field that is no array.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

#[derive(Projection)]
#[mongo(document = Order)]
struct Line {
    #[mongo(elem_match(sku = "a"))]
    total: Option<i64>,
}

fn main() {}
