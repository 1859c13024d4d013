//! The bounds keep a document below its `max_size`.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(max_size = "64 KiB")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 1000, max_len = 100)]
    lines: Vec<String>,
}

fn main() {}
