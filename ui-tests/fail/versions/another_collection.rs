//! A reader is of the same collection.

use mongo_runtime::{Document, Upgrade, UpgradeError, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 2, reads(OrderV1))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "old_orders", schema_version = 1)]
struct OrderV1 {
    #[mongo(id)]
    id: ObjectId,
}

impl Upgrade<OrderV1> for Order {
    fn upgrade(old: OrderV1) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id })
    }
}

fn main() {}
