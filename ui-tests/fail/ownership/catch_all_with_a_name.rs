//! What is kept has names of its own.

use mongo_runtime::{bson, prelude::*};

#[derive(Embedded)]
struct Line {
    #[mongo(catch_all, max_items = 10, rename = "other")]
    rest: bson::Document,
}

fn main() {}
