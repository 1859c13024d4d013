//! An enum with data has a tag.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(untagged)]
enum Payment {
    Cash,
    Card { number: i64 },
}

fn main() {}
