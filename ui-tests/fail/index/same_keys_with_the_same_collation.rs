//! The strength is 3 by itself.

use std::collections::BTreeMap;

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "a", keys(number), collation(locale = "de")))]
#[mongo(index(name = "b", keys(number), collation(locale = "de", strength = 3)))]
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
