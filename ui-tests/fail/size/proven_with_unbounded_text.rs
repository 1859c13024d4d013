//! A proof needs a bound for every text.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(max_size = "64 KiB", proven)]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    note: String,
}

fn main() {}
