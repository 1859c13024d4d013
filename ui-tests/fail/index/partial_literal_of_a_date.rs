//! A date has no literal.

use mongo_runtime::{
    Document,
    bson::{DateTime, oid::ObjectId},
};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_open", keys(total), partial(created_at > 0)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    created_at: DateTime,
}

fn main() {}
