//! All conditions hold together.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix", keys(total), partial(status = "open", status = "paid")))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    #[mongo(max_len = 10)]
    status: String,
}

fn main() {}
