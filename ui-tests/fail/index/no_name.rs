//! An index has a name.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(keys(total)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    quantity: i64,
}

fn main() {}
