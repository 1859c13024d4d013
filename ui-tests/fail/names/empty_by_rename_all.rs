//! A form of the names must leave something of each.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", rename_all = "camelCase")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    __: i32,
}

fn main() {}
