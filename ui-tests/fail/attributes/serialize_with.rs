//! A representation is a type.

use mongo_runtime::Embedded;

#[derive(Embedded)]
struct Item {
    #[mongo(serialize_with = "codec")]
    total: i64,
}

fn main() {}
