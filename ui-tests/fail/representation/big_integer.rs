//! An integer without a bound fits no BSON number.

use mongo_runtime::{Document, bson::oid::ObjectId};
use num_bigint::BigInt;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    value: BigInt,
}

fn main() {}
