//! A reader is a document.

use mongo_runtime::{Document, Upgrade, UpgradeError, bson::oid::ObjectId};

struct OrderV0 {
    total: i64,
}

impl Upgrade<OrderV0> for Order {
    fn upgrade(old: OrderV0) -> Result<Self, UpgradeError> {
        Ok(Self { id: ObjectId::new(), total: old.total })
    }
}

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(schema_version = 1, reads(OrderV0))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

fn main() {}
