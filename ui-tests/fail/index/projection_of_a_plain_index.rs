//! A projection is of the whole document.

use std::collections::BTreeMap;

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix", keys(attributes.*), exclude(profile)))]
struct Order {
    #[mongo(id)]
    id: i32,
    number: i32,
    at: DateTime,
    profile: Profile,
    #[mongo(max_items = 20)]
    attributes: BTreeMap<String, i32>,
}

#[derive(Embedded)]
struct Profile {
    city: String,
}

fn main() {}
