//! A document is a struct.

use mongo_runtime::Document;

#[derive(Document)]
#[mongo(collection = "payments")]
enum Payment {
    Cash,
    Card,
}

fn main() {}
