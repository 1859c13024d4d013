//! Only one document may lack an optional unique key.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_email", keys(email), unique))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 100)]
    email: Option<String>,
}

fn main() {}
