//! A document is no copy.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "customers")]
struct Customer {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 80)]
    name: String,
    email: Option<String>,
    profile: Profile,
}

#[derive(Embedded)]
struct Profile {
    #[mongo(max_len = 40)]
    city: String,
    points: i64,
}

#[derive(Document)]
#[mongo(collection = "mirrors", copy_of = Customer)]
struct Mirror {
    #[mongo(id)]
    id: ObjectId,
}

fn main() {}
