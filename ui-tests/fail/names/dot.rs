//! A dot leads into a document.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(rename = "total.sum")]
    total: i64,
}

fn main() {}
