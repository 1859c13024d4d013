//! An enum with data names its tag.

use mongo_runtime::Embedded;

#[derive(Embedded)]
enum Payment {
    Cash,
    Card { last4: i32 },
}

fn main() {}
