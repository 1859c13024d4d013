//! What a newtype holds has no name.

use mongo_runtime::Embedded;

#[derive(Embedded)]
struct Key(#[mongo(rename = "key")] i64);

fn main() {}
