//! A variant has the length of its tag.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
enum Status {
    Open,
    #[mongo(max_len = 20)]
    Paid,
}

fn main() {}
