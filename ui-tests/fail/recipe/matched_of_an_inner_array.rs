//! The server knows the matched element of the outermost array.

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
    #[mongo(max_items = 4)]
    parts: Vec<Piece>,
}

#[derive(Embedded)]
struct Piece {
    n: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
struct Change {
    #[mongo(set, path = items[].parts[matched].n)]
    n: i64,
}

fn main() {}
