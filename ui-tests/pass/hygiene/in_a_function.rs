//! Types in the body of a function, two of one name apart from each other.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId, from_slice, to_vec};

fn first() -> usize {
    #[derive(Embedded, Debug, PartialEq)]
    struct Item {
        sku: i64,
    }

    #[derive(Document, Debug, PartialEq)]
    #[mongo(collection = "orders")]
    #[mongo(index(name = "ix_sku", keys(items[].sku)))]
    struct Order {
        #[mongo(id)]
        id: ObjectId,
        #[mongo(max_items = 3)]
        items: Vec<Item>,
    }

    let order = Order { id: ObjectId::from_bytes([1; 12]), items: vec![Item { sku: 1 }] };
    let bytes = to_vec(&order).unwrap();
    assert_eq!(from_slice::<Order>(&bytes).unwrap(), order);
    bytes.len()
}

fn second() -> usize {
    #[derive(Embedded, Debug, PartialEq)]
    enum Item {
        One,
    }

    #[derive(Document, Debug, PartialEq)]
    #[mongo(collection = "orders")]
    struct Order {
        #[mongo(id)]
        id: ObjectId,
        item: Item,
    }

    let order = Order { id: ObjectId::from_bytes([1; 12]), item: Item::One };
    to_vec(&order).unwrap().len()
}

fn main() {
    assert_ne!(first(), second());
}
