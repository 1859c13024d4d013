//! An id that is an ObjectId is no text.

use std::collections::BTreeMap;

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "carts")]
struct Cart {
    #[mongo(id)]
    id: Id<Cart>,
    #[mongo(max_items = 10)]
    quantities: BTreeMap<Id<Product>, i32>,
}

struct Product;

fn main() {}
