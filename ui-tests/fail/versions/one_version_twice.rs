//! One reader reads a version.

use mongo_runtime::{Document, Upgrade, UpgradeError, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 2, reads(OrderV1, OrderOld))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 1)]
struct OrderV1 {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 1)]
struct OrderOld {
    #[mongo(id)]
    id: ObjectId,
}

impl Upgrade<OrderV1> for Order {
    fn upgrade(old: OrderV1) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id })
    }
}

impl Upgrade<OrderOld> for Order {
    fn upgrade(old: OrderOld) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id })
    }
}

fn main() {}
