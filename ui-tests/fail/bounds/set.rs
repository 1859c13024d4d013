//! A set needs a bound.

use mongo_runtime::{Document, bson::oid::ObjectId};
use std::collections::BTreeSet;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    tags: BTreeSet<String>,
}

fn main() {}
