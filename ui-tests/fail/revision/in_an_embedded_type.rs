//! Only a document has a revision.

use mongo_runtime::Embedded;

#[derive(Embedded)]
struct Item {
    #[mongo(revision)]
    revision: mongo_runtime::Revision,
}

fn main() {}
