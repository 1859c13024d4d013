//! Two variants have two tags.

use mongo_runtime::Embedded;

#[derive(Embedded)]
enum Status {
    Open,
    #[mongo(rename = "Open")]
    Opened,
}

fn main() {}
