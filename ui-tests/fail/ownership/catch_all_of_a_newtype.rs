//! A newtype is not a document of its own.

use mongo_runtime::{bson, prelude::*};

#[derive(Embedded)]
struct Rest(#[mongo(catch_all, max_items = 10)] bson::Document);

fn main() {}
