//! A type is refused inside of a fixed array, too.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    rgb: [f32; 3],
}

fn main() {}
