//! A newer reader needs a downgrade.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 1, reads_newer(OrderV2))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 2)]
struct OrderV2 {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
