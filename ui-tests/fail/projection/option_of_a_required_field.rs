//! An `Option` would hide that a document lacks the field.

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
    total: Option<i64>,
}

fn main() {}
