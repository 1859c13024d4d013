//! A newer version has no reader.

use mongo_runtime::{Document, Upgrade, UpgradeError, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 2, reads(OrderV3))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 3)]
struct OrderV3 {
    #[mongo(id)]
    id: ObjectId,
}

impl Upgrade<OrderV3> for Order {
    fn upgrade(old: OrderV3) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id })
    }
}

fn main() {}
