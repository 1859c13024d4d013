//! A projection has named fields.

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
struct Line(i64);

fn main() {}
