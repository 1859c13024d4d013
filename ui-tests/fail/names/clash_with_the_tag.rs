//! The tag has a name of its own.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(tag = "type")]
enum Payment {
    Card {
        #[mongo(rename = "type")]
        kind: i32,
    },
}

fn main() {}
