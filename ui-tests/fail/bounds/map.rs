//! A map needs a bound.

use mongo_runtime::{Document, bson::oid::ObjectId};
use std::collections::BTreeMap;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    labels: BTreeMap<String, i32>,
}

fn main() {}
