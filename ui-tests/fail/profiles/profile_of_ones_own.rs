//! The six profiles are all that there are.

use mongo_runtime::{
    db::consistency::{Consistency, PrimaryLocal, Profile},
    prelude::*,
};

#[derive(Document)]
#[mongo(collection = "orders", owns_document)]
struct Order {
    #[mongo(id)]
    id: i32,
    #[mongo(revision)]
    revision: Revision,
    total: i64,
}

#[derive(Clone, Copy)]
struct Mine;

impl Consistency for Mine {
    const PROFILE: &'static Profile = PrimaryLocal::PROFILE;
}

fn main() {}
