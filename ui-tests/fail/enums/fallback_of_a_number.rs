//! A fallback keeps the tag, which is text.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
enum Status {
    Open,
    #[mongo(fallback)]
    Other(i32),
}

fn main() {}
