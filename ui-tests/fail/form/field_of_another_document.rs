//! A form reads filters on one document type.

use mongo_runtime::{form::FilterForm, prelude::*};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "customers")]
struct Customer {
    #[mongo(id)]
    id: ObjectId,
    rank: i32,
}

fn main() {
    let _ = FilterForm::<Order>::new().field("rank", Customer::fields().rank(), |it| it.eq());
}
