//! What is not declared is in one place.

use mongo_runtime::{bson, prelude::*};

#[derive(Embedded)]
struct Line {
    #[mongo(catch_all, max_items = 10)]
    rest: bson::Document,
    #[mongo(catch_all, max_items = 10)]
    more: bson::Document,
}

fn main() {}
