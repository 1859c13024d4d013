//! An id is never optional, in a newtype neither.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Key(Option<ObjectId>);

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: Key,
}

fn main() {}
