//! What others write has no end of its own.

use mongo_runtime::{bson, prelude::*};

#[derive(Embedded)]
struct Line {
    #[mongo(catch_all)]
    rest: bson::Document,
}

fn main() {}
