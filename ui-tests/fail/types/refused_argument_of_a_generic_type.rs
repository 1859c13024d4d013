//! A rule of a generic type is reported where it is broken.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Page<T> {
    first: T,
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    page: Page<u64>,
}

fn main() {}
