//! A pattern on an array is one on its elements.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    status: Status,
    #[mongo(max_items = 5, max_len = 10)]
    tags: Vec<String>,
    #[mongo(max_items = [5, 5])]
    rows: Vec<Vec<i32>>,
}

#[derive(Embedded)]
enum Status {
    Open,
}

fn main() {
    let _ = Order::fields().tags().contains("a");
}
