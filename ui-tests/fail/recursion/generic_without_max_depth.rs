//! A generic recursion needs a depth, too.

use mongo_runtime::Embedded;

#[derive(Embedded)]
struct Tree<T> {
    value: T,
    #[mongo(max_items = 2)]
    below: Vec<Tree<T>>,
}

#[derive(Embedded)]
struct Forest {
    tree: Tree<i32>,
}

fn main() {}
