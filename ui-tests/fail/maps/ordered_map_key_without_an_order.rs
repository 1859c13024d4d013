//! A key of a `BTreeMap` has an order.

use std::collections::BTreeMap;

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
enum Size {
    Small,
    Large,
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 10)]
    counts: BTreeMap<Size, i32>,
}

fn main() {}
