//! An index is hashed or of geometry.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix", keys(total = hashed, place = "2dsphere")))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    place: Point,
}

fn main() {}
