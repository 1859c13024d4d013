//! An id is the key of a map as its text.
#![deny(warnings)]

use std::collections::{BTreeMap, HashMap};

use mongo_runtime::{from_slice, prelude::*, to_vec};

#[derive(Document)]
#[mongo(collection = "products")]
struct Product {
    #[mongo(id)]
    id: Id<Product>,
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: Id<Order>,
    #[mongo(max_items = 10, max_len = 24)]
    quantities: BTreeMap<TextKey<Id<Product>>, i32>,
    #[mongo(max_items = 10, max_len = 24)]
    notes: HashMap<TextKey<ObjectId>, i32>,
}

fn main() {
    let product = Product { id: Id::new() };
    let order = Order {
        id: Id::new(),
        quantities: BTreeMap::from([(TextKey::new(product.id), 2)]),
        notes: HashMap::from([(TextKey::new(product.id.into_inner()), 3)]),
    };
    let read = from_slice::<Order>(&to_vec(&order).unwrap()).unwrap();
    assert_eq!(read.id, order.id);
    assert_eq!(read.quantities, order.quantities);
    assert_eq!(read.notes, order.notes);
}
