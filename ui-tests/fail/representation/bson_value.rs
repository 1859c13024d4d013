//! A `Bson` can be anything.

use mongo_runtime::{
    Document,
    bson::{Bson, oid::ObjectId},
};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    payload: Bson,
}

fn main() {}
