//! A projection with a mistake that is sent.

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
    #[mongo(slice = 0)]
    total: i64,
}

fn main() {
    let _ = Line::TABLE.render();
}
