//! The server takes an array for a pair of numbers.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "geo", keys(places = "2dsphere")))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    places: Vec<Point>,
}

fn main() {}
