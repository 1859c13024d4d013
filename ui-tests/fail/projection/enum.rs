//! A projection is a struct.

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
enum Line {
    Total,
}

fn main() {}
