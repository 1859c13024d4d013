//! Level and action are all there is.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", validation(strict = true))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
