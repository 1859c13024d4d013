//! A fallback has no tag of its own.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
enum Status {
    Open,
    #[mongo(fallback, rename = "other")]
    Other(String),
}

fn main() {}
