//! The condition must be on each field that may be absent.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_email", keys(email, phone), unique, partial(exists(email))))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 100)]
    email: Option<String>,
    phone: Option<i64>,
}

fn main() {}
