//! What is stored inside of others has no collection.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
struct Address {
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(reference = Address)]
    address: ObjectId,
}

fn main() {}
