//! A `bson::Document` can be anything.

use mongo_runtime::{
    Document,
    bson::{self, oid::ObjectId},
};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    payload: bson::Document,
}

fn main() {}
