//! A `Presence` is optional already.

use mongo_runtime::{Document, Presence, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    note: Option<Presence<i32>>,
}

fn main() {}
