//! A map is no number.

use std::collections::BTreeMap;

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix", keys(number), hidden, partial(totals >= 5)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    number: i32,
    #[mongo(max_items = 3, max_len = 9)]
    totals: BTreeMap<String, i32>,
}

fn main() {}
