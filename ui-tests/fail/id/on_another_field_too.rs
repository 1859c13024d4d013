//! No field beside the id is stored as `_id`.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(rename = "_id")]
    key: ObjectId,
}

fn main() {}
