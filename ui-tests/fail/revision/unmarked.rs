//! A `Revision` is marked.

use mongo_runtime::{Document, Revision, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    revision: Revision,
}

fn main() {}
