//! A fallback is beside variants.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
enum Status {
    #[mongo(fallback)]
    Other(String),
}

fn main() {}
