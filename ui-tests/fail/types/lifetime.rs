//! A stored type owns what it holds.

use mongo_runtime::Embedded;

#[derive(Embedded)]
struct Customer<'a> {
    name: &'a str,
}

fn main() {}
