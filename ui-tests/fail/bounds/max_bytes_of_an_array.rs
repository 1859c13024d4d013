//! The size of an array follows from `max_items`.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_bytes = "1 KiB")]
    counts: Vec<i32>,
}

fn main() {}
