//! An alias is what it stands for.

use mongo_runtime::{Document, bson::oid::ObjectId};

type Count = u64;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    hits: Count,
}

fn main() {}
