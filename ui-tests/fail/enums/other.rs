//! A tag that no variant has is an error.

use mongo_runtime::Embedded;

#[derive(Embedded)]
enum Status {
    Open,
    #[mongo(other)]
    Unknown,
}

fn main() {}
