//! A document has one revision.

use mongo_runtime::{Document, Revision, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(revision)]
    revision: Revision,
    #[mongo(revision)]
    other: Revision,
}

fn main() {}
