//! A condition is on fields of the element.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 20)]
    items: Vec<Item>,
}

#[derive(Embedded)]
struct Item {
    #[mongo(max_len = 8)]
    sku: String,
    quantity: i64,
}


fn main() {
    let f = Order::fields();
    let _ = f.items().update_where(|item| item.skew().eq("a"), |item| item.quantity().inc(1));
}
