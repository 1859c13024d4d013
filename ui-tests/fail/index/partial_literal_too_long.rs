//! No document has a text over its bound.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix", keys(total), partial(status = "delivered")))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    #[mongo(max_len = 4)]
    status: String,
}

fn main() {}
