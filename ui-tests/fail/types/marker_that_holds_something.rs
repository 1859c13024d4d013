//! A marker holds nothing.

use mongo_runtime::Embedded;

#[derive(Embedded)]
struct Amount(i64, #[mongo(marker)] String);

fn main() {}
