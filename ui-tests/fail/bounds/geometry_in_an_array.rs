//! The areas have a bound, and the positions of each have none.

use mongo_runtime::{geo::Polygon, prelude::*};

#[derive(Document)]
#[mongo(collection = "zones")]
struct Zone {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 10)]
    areas: Vec<Polygon>,
}

fn main() {}
