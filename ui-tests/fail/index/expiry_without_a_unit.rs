//! A time has a unit.

use mongo_runtime::{
    Document,
    bson::{DateTime, oid::ObjectId},
};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ttl", keys(created_at), expire_after = "2 weeks"))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    created_at: DateTime,
}

fn main() {}
