//! A recursion through an enum needs a depth, too.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(tag = "op")]
enum Expression {
    Number { value: i64 },
    Negative { of: Box<Expression> },
}

fn main() {}
