//! Fields that break rules are reported together, each under its type.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    tags: Vec<String>,
    hits: u64,
    ratio: f32,
}

fn main() {}
