//! A pair of numbers is no GeoJSON.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "geo", keys(place = "2dsphere")))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    place: [f64; 2],
}

fn main() {}
