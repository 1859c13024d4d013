//! A type is refused inside of a tuple, too.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    range: (i32, u64),
}

fn main() {}
