//! A part of a document is not one.

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
}

fn write(line: &Line) {
    let _ = mongo_runtime::to_vec(line);
}

fn main() {}
