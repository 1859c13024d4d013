//! A copy has the fields that it names.

use mongo_runtime::{bson, prelude::*};

#[derive(Document)]
#[mongo(collection = "customers")]
struct Customer {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 80)]
    name: String,
}

#[derive(Embedded)]
#[mongo(copy_of = Customer)]
struct CustomerRef {
    id: ObjectId,
    #[mongo(max_len = 80)]
    name: String,
    #[mongo(catch_all, max_bytes = "1 KiB")]
    rest: bson::Document,
}

fn main() {}
