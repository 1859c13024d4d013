//! A newtype reports what it holds, and those that use it do not.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct Hits(u64);

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    hits: Hits,
    last: Option<Hits>,
}

fn main() {}
