//! An optional recursion needs a depth, too.

use mongo_runtime::Embedded;

#[derive(Embedded)]
struct Node {
    next: Option<Box<Node>>,
}

fn main() {}
