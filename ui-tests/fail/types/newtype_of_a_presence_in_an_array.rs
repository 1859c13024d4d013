//! An element of an array can't be absent.

use mongo_runtime::{Document, Embedded, Presence, bson::oid::ObjectId};

#[derive(Embedded)]
struct Note(#[mongo(max_len = 3)] Presence<String>);

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 3)]
    notes: Vec<Note>,
}

fn main() {}
