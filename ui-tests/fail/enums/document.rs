//! An enum that is a field is no document.

use mongo_runtime::Document;

#[derive(Document)]
#[mongo(collection = "payments")]
enum Payment {
    Cash,
    Card,
}

fn main() {}
