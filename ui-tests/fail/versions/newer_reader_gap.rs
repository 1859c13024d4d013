//! The newer readers leave no version out.

use mongo_runtime::{Document, Downgrade, DowngradeError, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 1, reads_newer(OrderNew))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 3)]
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
