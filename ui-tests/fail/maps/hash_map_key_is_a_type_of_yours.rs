//! A key is stored, and told from others, too.

use std::collections::HashMap;

use mongo_runtime::{Document, bson::oid::ObjectId};

struct Label(String);

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 10)]
    labels: HashMap<Label, i32>,
}

fn main() {}
