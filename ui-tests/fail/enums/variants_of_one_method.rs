//! Each variant has methods of its own on a path.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
#[mongo(tag = "type")]
enum Payment {
    IsCash { amount: i64 },
    Cash,
}

fn main() {}
