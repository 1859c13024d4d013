//! What is opaque has no bound.

use mongo_runtime::{
    Document,
    bson::{self, oid::ObjectId},
};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(proven)]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(opaque)]
    payload: bson::Document,
}

fn main() {}
