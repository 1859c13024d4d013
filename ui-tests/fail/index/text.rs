//! Text is searched elsewhere.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_note", keys(note = text)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 100)]
    note: String,
}

fn main() {}
