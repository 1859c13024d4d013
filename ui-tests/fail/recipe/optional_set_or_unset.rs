//! `None` means one thing.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 20)]
    note: Option<String>,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
struct Change {
    #[mongo(set_or_unset, optional)]
    note: Option<String>,
}

fn main() {}
