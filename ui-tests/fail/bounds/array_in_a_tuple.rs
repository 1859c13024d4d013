//! An array in a tuple can't take a bound.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    pair: (i32, Vec<i32>),
}

fn main() {}
