//! Only a document is owned.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
#[mongo(owns_document)]
struct Line {
    n: i32,
}

fn main() {}
