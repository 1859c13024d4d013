//! A form of the names must not make a second `_id`.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[allow(non_snake_case)]
#[derive(Document)]
#[mongo(collection = "orders", rename_all = "lowercase")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    _ID: i32,
}

fn main() {}
