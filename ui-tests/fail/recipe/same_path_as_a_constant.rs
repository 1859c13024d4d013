//! A path is changed once, by constants too.

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
#[mongo(unset(note))]
struct Change {
    #[mongo(set)]
    note: String,
}

fn main() {}
