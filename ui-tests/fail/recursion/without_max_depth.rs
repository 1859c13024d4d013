//! A recursion needs a depth.

use mongo_runtime::Embedded;

#[derive(Embedded)]
struct Comment {
    #[mongo(max_items = 5)]
    replies: Vec<Comment>,
}

fn main() {}
