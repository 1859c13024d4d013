//! A fallback keeps what is stored.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
enum Status {
    Open,
    #[mongo(fallback)]
    Other,
}

fn main() {}
