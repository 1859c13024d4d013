//! An index names what the catalog lists.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_open", keys(is_open), serves("order.find", "order.find-open")))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    is_open: bool,
}

catalog! { Shop: documents(Order) }

fn main() {}
