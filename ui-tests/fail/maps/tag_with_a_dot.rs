//! The tags of an enum that is a key are keys of a document.

use std::collections::BTreeMap;

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    #[mongo(rename = "a.b")]
    Dotted,
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    counts: BTreeMap<Kind, i32>,
}

fn main() {}
