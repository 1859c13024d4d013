//! A newtype has no names.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(rename_all = "camelCase", transparent)]
struct Amount {
    in_cents: i64,
}

fn main() {}
