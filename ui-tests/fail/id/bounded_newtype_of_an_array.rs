//! The server refuses an array as `_id`, behind a newtype, too.

use mongo_runtime::{Document, Embedded};

#[derive(Embedded)]
struct Parts(#[mongo(max_items = 2)] Vec<i32>);

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: Parts,
}

fn main() {}
