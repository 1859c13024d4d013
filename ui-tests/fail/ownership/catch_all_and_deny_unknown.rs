//! What is denied is not kept.

use mongo_runtime::{bson, prelude::*};

#[derive(Embedded)]
#[mongo(deny_unknown)]
struct Line {
    #[mongo(catch_all, max_items = 10)]
    rest: bson::Document,
}

fn main() {}
