//! The tag is a stored name.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(tag = "payment.type")]
enum Payment {
    Cash,
    Card { last4: i32 },
}

fn main() {}
