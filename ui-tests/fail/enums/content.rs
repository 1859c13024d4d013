//! Fields stand beside the tag.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(tag = "type", content = "data")]
enum Payment {
    Cash,
    Card { number: i64 },
}

fn main() {}
