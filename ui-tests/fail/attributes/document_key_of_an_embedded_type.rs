//! Only a document has a collection.

use mongo_runtime::Embedded;

#[derive(Embedded)]
#[mongo(collection = "items")]
struct Item {
    sku: i64,
}

fn main() {}
