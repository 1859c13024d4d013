//! A form of the names must leave something of each variant.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(rename_all = "kebab-case")]
enum Status {
    Open,
    __,
}

fn main() {}
