//! A condition leaves no document that lacks the key.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_phone", keys(phone), unique, one_absent, partial(exists(phone))))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    phone: Option<i64>,
}

fn main() {}
