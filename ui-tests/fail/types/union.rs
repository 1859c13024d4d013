//! A union can't be stored.

use mongo_runtime::Embedded;

#[derive(Embedded)]
union Number {
    int: i64,
    float: f64,
}

fn main() {}
