//! A reference can't be stored.

use mongo_runtime::Embedded;

#[derive(Embedded)]
struct Customer {
    name: &'static str,
}

fn main() {}
