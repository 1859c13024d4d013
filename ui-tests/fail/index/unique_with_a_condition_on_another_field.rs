//! The condition must be on the field that may be absent.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_email", keys(email), unique, partial(total >= 5)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    #[mongo(max_len = 100)]
    email: Option<String>,
}

fn main() {}
