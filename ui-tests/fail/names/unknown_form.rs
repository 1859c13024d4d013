//! The known forms of names are listed.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(rename_all = "camel")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

fn main() {}
