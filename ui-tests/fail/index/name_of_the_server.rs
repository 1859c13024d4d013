//! The server makes the index of the id itself.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "_id_", keys(total)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    quantity: i64,
}

fn main() {}
