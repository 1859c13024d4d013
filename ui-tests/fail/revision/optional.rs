//! A revision is always there.

use mongo_runtime::{Document, Revision, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    revision: Option<Revision>,
}

fn main() {}
