//! The argument of a generic type must be storable.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Page<T> {
    first: T,
}

struct Customer;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    page: Page<Customer>,
}

fn main() {}
