//! An alias of an array needs a bound.

use mongo_runtime::{Document, bson::oid::ObjectId};

type Tags = Vec<String>;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    tags: Tags,
}

fn main() {}
