//! A representation is named by its path.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(with = "my::Codec")]
    total: i64,
}

fn main() {}
