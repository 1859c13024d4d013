//! What a variant holds has a name.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(tag = "type")]
enum Payment {
    Cash,
    Card(i32),
}

fn main() {}
