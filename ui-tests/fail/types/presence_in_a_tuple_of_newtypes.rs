//! An element of a tuple can't be absent.

use mongo_runtime::{Document, Embedded, Presence, bson::oid::ObjectId};

#[derive(Embedded)]
struct Note(#[mongo(max_len = 3)] Presence<String>);

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    pair: (Note, i32),
}

fn main() {}
