//! A form of names can make two tags equal.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(rename_all = "lowercase")]
enum Status {
    InTransit,
    Intransit,
}

fn main() {}
