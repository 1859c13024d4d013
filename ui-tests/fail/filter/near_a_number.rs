//! Only GeoJSON has a distance.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

fn main() {
    let _ = Point::new(0.0, 0.0).map(|center| Order::fields().total().near(center, 5.0));
}
