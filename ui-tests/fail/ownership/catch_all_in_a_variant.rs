//! A variant leaves it to a struct.

use mongo_runtime::{bson, prelude::*};

#[derive(Embedded)]
#[mongo(tag = "type")]
enum Payment {
    Card {
        #[mongo(catch_all, max_items = 10)]
        rest: bson::Document,
    },
}

fn main() {}
