//! A path into a variant is a method.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
#[mongo(tag = "type")]
enum Part {
    Crate { height: i64 },
    Bag,
}

fn main() {}
