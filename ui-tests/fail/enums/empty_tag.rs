//! A tag can't be empty.

use mongo_runtime::Embedded;

#[derive(Embedded)]
enum Status {
    #[mongo(rename = "")]
    Open,
    Closed,
}

fn main() {}
