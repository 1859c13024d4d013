//! One rule for names serves reading and writing.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(rename_all(serialize = "camelCase", deserialize = "snake_case"))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

fn main() {}
