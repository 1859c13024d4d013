//! A newtype has no fields to be closed.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(deny_unknown)]
struct Amount(i64);

fn main() {}
