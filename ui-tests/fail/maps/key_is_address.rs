//! A type of another crate that has a text is a key as its text.

use std::{collections::BTreeMap, net::IpAddr};

use mongo_runtime::prelude::*;

#[derive(Embedded)]
struct Visits {
    #[mongo(max_items = 10)]
    by_address: BTreeMap<IpAddr, i32>,
}

fn main() {}
