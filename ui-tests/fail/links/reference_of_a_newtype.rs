//! A newtype is used in many places.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "customers")]
struct Customer {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Embedded)]
struct CustomerId(#[mongo(reference = Customer)] ObjectId);

fn main() {}
