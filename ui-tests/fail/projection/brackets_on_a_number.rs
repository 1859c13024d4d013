//! Brackets behind a field that is no array.

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
    #[mongo(path = total[].cents)]
    cents: Vec<i64>,
}

fn main() {}
