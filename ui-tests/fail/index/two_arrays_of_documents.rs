//! Two arrays of documents are two arrays.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Item {
    sku: i64,
}

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_both", keys(items[].sku, events[].sku)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    items: Vec<Item>,
    #[mongo(max_items = 3)]
    events: Vec<Item>,
}

fn main() {}
