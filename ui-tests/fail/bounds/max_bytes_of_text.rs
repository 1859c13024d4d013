//! The size of a text follows from `max_len`.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_bytes = "1 KiB")]
    text: String,
}

fn main() {}
