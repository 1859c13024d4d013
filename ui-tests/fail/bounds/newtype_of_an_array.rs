//! A newtype of an array needs a bound, where it is declared or where it is used.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Tags(Vec<String>);

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    tags: Tags,
}

fn main() {}
