//! The mapper counts the revision.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    #[mongo(revision)]
    revision: Revision,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
struct Change {
    #[mongo(set)]
    revision: Revision,
}

fn main() {}
