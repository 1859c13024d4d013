//! Nothing finds a document by an opaque id.

use mongo_runtime::{Document, bson};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id, opaque)]
    id: bson::Bson,
}

fn main() {}
