//! Only a struct with one field is stored as what it holds.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(transparent)]
struct Position {
    x: f64,
    y: f64,
}

fn main() {}
