//! An index that expires documents has one key.

use mongo_runtime::{
    Document,
    bson::{DateTime, oid::ObjectId},
};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ttl", keys(created_at, paid_at), expire_after = "30 days"))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    created_at: DateTime,
    paid_at: DateTime,
}

fn main() {}
