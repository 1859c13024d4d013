//! A projection is of one type of documents.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

#[derive(Projection)]
struct Line {
    total: i64,
}

fn main() {}
