//! A required field is never absent.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_email", keys(email), unique, one_absent))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 100)]
    email: String,
}

fn main() {}
