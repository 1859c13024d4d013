//! Whose name is it?

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

#[derive(Embedded)]
#[mongo(copy_of = Customer)]
struct CustomerRef {
    #[mongo(max_len = 80)]
    name: String,
    #[mongo(not_copied)]
    id: ObjectId,
}

fn main() {}
