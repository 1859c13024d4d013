//! A collection holds one type.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order<T> {
    #[mongo(id)]
    id: ObjectId,
    extra: T,
}

fn main() {}
