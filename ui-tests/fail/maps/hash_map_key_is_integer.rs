//! One error of a key, in a map without an order, too.

use std::collections::HashMap;

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 10)]
    labels: HashMap<i64, i32>,
}

fn main() {}
