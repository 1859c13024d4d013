//! A refused type can be used without a second error.

use mongo_runtime::{
    Document,
    bson::oid::ObjectId,
    filter::{Filter, FilterField},
};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_hits", keys(hits)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    hits: u64,
}

fn many(hits: u64) -> Filter<Order> {
    Order::fields().hits().gte(hits)
}

fn main() {}
