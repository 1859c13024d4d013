//! An operation has a name of another form.

use std::collections::BTreeMap;

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix", keys(number), serves("Order.Find")))]
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
