//! An allowance says why.

use mongo_runtime::{
    Document,
    bson::{DateTime, oid::ObjectId},
};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_paid", keys(paid_at), sparse, allow(sparse)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    paid_at: Option<DateTime>,
}

fn main() {}
