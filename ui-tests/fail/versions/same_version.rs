//! A reader is for an older version.

use mongo_runtime::{Document, Upgrade, UpgradeError, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 2, reads(OrderV2))]
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

impl Upgrade<OrderV2> for Order {
    fn upgrade(old: OrderV2) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id })
    }
}

fn main() {}
