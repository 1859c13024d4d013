//! Two `Option`s look alike when they are stored, behind a newtype with a bound, too.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Note(#[mongo(max_len = 3)] Option<String>);

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    note: Option<Note>,
}

fn main() {}
