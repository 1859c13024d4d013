//! An array in an enum with data needs a bound.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(tag = "type")]
enum Event {
    Opened,
    Noted { lines: Vec<i32> },
}

fn main() {}
