//! An id is never absent.

use mongo_runtime::{Document, Presence, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: Presence<ObjectId>,
}

fn main() {}
