//! One path in two fields.

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
    total: i64,
    #[mongo(path = total)]
    sum: i64,
}

fn main() {}
