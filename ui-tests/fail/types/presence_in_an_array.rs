//! An element can't be absent.

use mongo_runtime::{Document, Presence, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    notes: Vec<Presence<i32>>,
}

fn main() {}
