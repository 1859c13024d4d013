//! A document has named fields.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order(ObjectId, i64);

fn main() {}
