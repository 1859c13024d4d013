//! There is one fallback.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
enum Status {
    Open,
    #[mongo(fallback)]
    Other(String),
    #[mongo(fallback)]
    Unknown(String),
}

fn main() {}
