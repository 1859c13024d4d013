//! A catch-all is a document.

use mongo_runtime::{bson, prelude::*};

#[derive(Embedded)]
struct Line {
    n: i32,
    #[mongo(catch_all, max_items = 10)]
    rest: Vec<bson::Bson>,
}

fn main() {}
