//! The server hashes nothing inside of an array.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Item {
    sku: i64,
}

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_sku", keys(items[].sku = hashed)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    items: Vec<Item>,
}

fn main() {}
