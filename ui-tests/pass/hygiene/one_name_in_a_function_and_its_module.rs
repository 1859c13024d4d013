//! A type in a function may hold one of the same name out of its module: that is no recursion.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId, from_slice, to_vec};

#[derive(Embedded, Debug, PartialEq)]
pub struct Item {
    sku: i64,
}

type Outer = Item;

fn nested() -> usize {
    #[derive(Embedded, Debug, PartialEq)]
    struct Item {
        inner: Outer,
    }

    #[derive(Document, Debug, PartialEq)]
    #[mongo(collection = "orders")]
    struct Order {
        #[mongo(id)]
        id: ObjectId,
        item: Item,
    }

    let order = Order { id: ObjectId::new(), item: Item { inner: Outer { sku: 1 } } };
    let bytes = to_vec(&order).unwrap();
    assert_eq!(from_slice::<Order>(&bytes).unwrap(), order);
    bytes.len()
}

fn main() {
    assert!(nested() > 0);
}
