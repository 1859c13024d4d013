//! A codec of one's own must be for the type of the field.

use mongo_runtime::{Document, bson::oid::ObjectId};

struct Cents;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(with = Cents)]
    price: f64,
}

fn main() {}
