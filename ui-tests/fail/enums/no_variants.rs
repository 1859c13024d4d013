//! An enum without variants has no value to store.

use mongo_runtime::Embedded;

#[derive(Embedded)]
enum Never {}

fn main() {}
