//! A point is one position.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "places")]
struct Place {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    at: Point,
}

fn main() {}
