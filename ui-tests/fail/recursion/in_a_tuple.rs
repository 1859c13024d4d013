//! A recursion through a tuple has no end.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Tree {
    #[mongo(max_depth = 5)]
    children: (Option<Box<Self>>, Option<Box<Self>>),
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    tree: Tree,
}

fn main() {}
