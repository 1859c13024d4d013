//! `one_absent` goes with `unique`.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_email", keys(email), one_absent))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 100)]
    email: Option<String>,
}

fn main() {}
