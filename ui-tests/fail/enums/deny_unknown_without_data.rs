//! Text has no fields to be closed.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(deny_unknown)]
enum Status {
    Open,
}

fn main() {}
