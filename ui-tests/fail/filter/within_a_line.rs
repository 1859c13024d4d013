//! A line has no inside.

use mongo_runtime::{geo::LineString, prelude::*};

#[derive(Document)]
#[mongo(collection = "places")]
struct Place {
    #[mongo(id)]
    id: ObjectId,
    at: Point,
}

fn main() {
    let _ = LineString::new([[0.0, 0.0], [1.0, 0.0]]).map(|line| Place::fields().at().within(&line));
}
