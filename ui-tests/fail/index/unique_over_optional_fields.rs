//! Only one document may lack both.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_both", keys(email, phone), unique))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 100)]
    email: Option<String>,
    #[mongo(max_len = 100)]
    phone: Option<String>,
}

fn main() {}
