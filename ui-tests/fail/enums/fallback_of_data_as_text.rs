//! A fallback of an enum with data keeps the document.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
#[mongo(tag = "type")]
enum Status {
    Open,
    Paid { at: DateTime },
    #[mongo(fallback)]
    Other(String),
}

fn main() {}
