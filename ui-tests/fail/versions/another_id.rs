//! An `_id` never changes, so a reader has the one of the type.

use mongo_runtime::{Document, Upgrade, UpgradeError};

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 2, reads(OrderV1))]
struct Order {
    #[mongo(id)]
    id: i64,
}

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 1)]
struct OrderV1 {
    #[mongo(id)]
    id: i32,
}

impl Upgrade<OrderV1> for Order {
    fn upgrade(old: OrderV1) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id.into() })
    }
}

fn main() {}
