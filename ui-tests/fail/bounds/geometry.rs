//! A line has as many positions as it likes.

use mongo_runtime::{geo::LineString, prelude::*};

#[derive(Document)]
#[mongo(collection = "routes")]
struct Route {
    #[mongo(id)]
    id: ObjectId,
    way: Option<LineString>,
}

fn main() {}
