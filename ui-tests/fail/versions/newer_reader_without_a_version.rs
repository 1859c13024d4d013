//! A type without a version can't tell a newer one apart.

use mongo_runtime::{Document, Downgrade, DowngradeError, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", reads_newer(OrderNew))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 1)]
struct OrderNew {
    #[mongo(id)]
    id: ObjectId,
}

impl Downgrade<OrderNew> for Order {
    fn downgrade(new: OrderNew) -> Result<Self, DowngradeError> {
        Ok(Self { id: new.id })
    }
}

fn main() {}
