//! A map is no point.

use std::collections::BTreeMap;

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "geo", keys(places = "2dsphere")))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3, max_len = 9)]
    places: BTreeMap<String, Point>,
}

fn main() {}
