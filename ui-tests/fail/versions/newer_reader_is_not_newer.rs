//! What `reads_newer` names is newer.

use mongo_runtime::{Document, Downgrade, DowngradeError, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 2, reads_newer(OrderNew))]
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
