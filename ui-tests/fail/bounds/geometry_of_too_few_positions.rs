//! A ring has four positions.

use mongo_runtime::{geo::Polygon, prelude::*};

#[derive(Document)]
#[mongo(collection = "zones")]
struct Zone {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    area: Polygon,
}

fn main() {}
