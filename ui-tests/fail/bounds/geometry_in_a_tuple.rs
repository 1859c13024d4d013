//! No bound reaches into a tuple.

use mongo_runtime::{geo::Polygon, prelude::*};

#[derive(Document)]
#[mongo(collection = "zones")]
struct Zone {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 10)]
    named: (String, Polygon),
}

fn main() {}
