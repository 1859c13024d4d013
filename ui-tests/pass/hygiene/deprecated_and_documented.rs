//! Attributes of others on fields and types are left alone.
#![deny(warnings)]

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

/// An item.
#[derive(Debug, Clone, Embedded)]
#[must_use]
#[non_exhaustive]
#[repr(C)]
struct Item {
    /** Block documented. */
    #[doc(alias = "article")]
    sku: i64,
    #[allow(unused)]
    _unused: i32,
}

/// An order.
#[derive(Document, Debug)]
#[mongo(collection = "orders")]
#[mongo()]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[doc = "Documented."]
    #[mongo(max_items = 3)]
    items: Vec<Item>,
}

fn main() {
    let item = Item { sku: 1, _unused: 2 };
    let order = Order { id: ObjectId::from_bytes([1; 12]), items: vec![item] };
    assert_eq!(order.items[0].sku, 1);
    assert!(order.id.bytes().iter().all(|byte| *byte == 1));
}
