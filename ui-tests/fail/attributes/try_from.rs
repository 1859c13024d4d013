//! A type that is stored as another one has a representation that says how.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(try_from = "String")]
struct Sku {
    code: i32,
}

fn main() {}
