//! A literal is written as it is stored.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix", keys(total), partial(number = "5")))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    #[mongo(as = "string_padded")]
    number: u64,
}

fn main() {}
