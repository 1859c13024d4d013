//! Every document has an id.

use mongo_runtime::Document;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    number: i64,
}

fn main() {}
