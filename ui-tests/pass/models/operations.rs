//! Operations with a name of their own, which a catalog lists and an index serves.
#![deny(warnings)]

use mongo_runtime::{catalog::Catalog, operation::OperationName, prelude::*};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_open", keys(is_open, number), serves("order.find-open", "order.find-one")))]
pub struct Order {
    #[mongo(id)]
    id: ObjectId,
    is_open: bool,
    number: i32,
}

operation! {
    /// The orders that nobody has paid yet.
    pub FindOpen: Order = "order.find-open"
}

operation! { CloseAll: Order = "order.close-all" }

catalog! {
    /// The shop.
    pub Shop: documents(Order), operations(FindOpen, CloseAll),
}

fn main() {
    const NAMES: [OperationName; 2] = [FindOpen::NAME, CloseAll::NAME];
    assert_eq!(Shop::OPERATIONS.len(), 2);
    for (listed, name) in Shop::OPERATIONS.iter().zip(NAMES) {
        assert_eq!((listed.name, listed.collection), (name, "orders"));
    }
}
