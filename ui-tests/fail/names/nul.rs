//! BSON ends a name at a NUL.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(rename = "to\0tal")]
    total: i64,
}

fn main() {}
