//! `exists` takes null for a value.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_email", keys(email), unique, partial(exists(email))))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(null, max_len = 100)]
    email: Option<String>,
}

fn main() {}
