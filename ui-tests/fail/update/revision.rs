//! The mapper counts the revision.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(revision)]
    revision: Revision,
}

fn main() {
    let _ = Order::fields().revision().set(Revision::FIRST);
}
