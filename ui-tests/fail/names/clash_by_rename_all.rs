//! A form of names can make two of them equal.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(rename_all = "camelCase")]
struct Line {
    line_1: i32,
    line1: i32,
}

fn main() {}
