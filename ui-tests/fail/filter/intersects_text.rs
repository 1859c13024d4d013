//! What intersects a geometry is one.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "places")]
struct Place {
    #[mongo(id)]
    id: ObjectId,
    at: Point,
}

fn main() {
    let _ = Place::fields().at().intersects(&"POINT(0 0)".to_owned());
}
