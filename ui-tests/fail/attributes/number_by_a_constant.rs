//! The derive sees no values.

use mongo_runtime::{Document, bson::oid::ObjectId};

const MAX: usize = 3;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = MAX)]
    totals: Vec<i64>,
}

fn main() {}
