//! Only a document has a revision.

use mongo_runtime::{Document, Embedded, Revision, bson::oid::ObjectId};

#[derive(Embedded)]
struct Item {
    revision: Revision,
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    item: Item,
}

fn main() {}
