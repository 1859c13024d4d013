//! Where nobody else writes, there is nothing to keep.

use mongo_runtime::{bson, prelude::*};

#[derive(Document)]
#[mongo(collection = "lines", owns_document)]
struct Line {
    #[mongo(id)]
    id: i32,
    #[mongo(catch_all, max_items = 10)]
    rest: bson::Document,
}

fn main() {}
