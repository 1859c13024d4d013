//! A tuple struct is stored as the one value that it holds.

use mongo_runtime::Embedded;

#[derive(Embedded)]
struct Position(f64, f64);

fn main() {}
