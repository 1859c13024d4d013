//! Two `Option`s look alike when they are stored, in a tuple, too.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    pair: (Option<Option<i32>>, i32),
}

fn main() {}
