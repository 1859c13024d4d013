//! An enum with data has a tag of its own.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(discriminator(kind = "card"))]
struct Card {
    valid: bool,
}

fn main() {}
