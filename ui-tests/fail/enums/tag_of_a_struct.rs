//! Only an enum has a tag.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(tag = "type")]
struct Payment {
    last4: i32,
}

fn main() {}
