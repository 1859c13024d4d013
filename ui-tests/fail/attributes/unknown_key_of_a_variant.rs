//! The known keys of a variant are listed.

use mongo_runtime::Embedded;

#[derive(Embedded)]
enum Status {
    #[mongo(name = "open")]
    Open,
}

fn main() {}
