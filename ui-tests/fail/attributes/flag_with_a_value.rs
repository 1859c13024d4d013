//! A flag takes no value.

use mongo_runtime::{Document, Revision, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(revision = true)]
    revision: Revision,
}

fn main() {}
