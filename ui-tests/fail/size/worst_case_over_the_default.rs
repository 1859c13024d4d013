//! The default `max_size` is 1 MiB.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 10000, max_len = 100)]
    lines: Vec<String>,
}

fn main() {}
