//! One newer version has one reader.

use mongo_runtime::{Document, Downgrade, DowngradeError, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 1, reads_newer(OrderNew, OrderNew))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 2)]
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
