//! `None` is no value to set.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    note: Option<String>,
}

fn main() {
    let note: Option<String> = None;
    let _ = Order::fields().note().set(note);
}
