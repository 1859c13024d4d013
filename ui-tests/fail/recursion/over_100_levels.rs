//! Documents are read and written to a depth of 100.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Comment {
    #[mongo(max_items = 1, max_depth = 60)]
    replies: Vec<Comment>,
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 1)]
    comments: Vec<Comment>,
}

fn main() {}
