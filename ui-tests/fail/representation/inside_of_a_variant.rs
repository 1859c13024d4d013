//! A type is refused inside of an enum with data, too.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(tag = "type")]
enum Payment {
    Cash,
    Card { cents: u64 },
}

fn main() {}
