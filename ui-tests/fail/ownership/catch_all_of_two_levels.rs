//! What is inside of the kept fields is not looked into.

use mongo_runtime::{bson, prelude::*};

#[derive(Embedded)]
struct Line {
    #[mongo(catch_all, max_items = [10, 5])]
    rest: bson::Document,
}

fn main() {}
