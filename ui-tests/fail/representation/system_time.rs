//! A date holds a `SystemTime` to the millisecond only.

use mongo_runtime::{Document, bson::oid::ObjectId};
use std::time::SystemTime;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    at: SystemTime,
}

fn main() {}
