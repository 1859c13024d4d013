//! A key is plain text.

use std::collections::BTreeMap;

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded, PartialEq, Eq, PartialOrd, Ord)]
struct Number(#[mongo(as = "string_padded")] u64);

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    counts: BTreeMap<Number, i32>,
}

fn main() {}
