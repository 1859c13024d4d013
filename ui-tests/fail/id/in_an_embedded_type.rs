//! Only a document has an id.

use mongo_runtime::Embedded;

#[derive(Embedded)]
struct Item {
    #[mongo(id)]
    sku: i64,
}

fn main() {}
