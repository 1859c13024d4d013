//! A literal fits the type of the field.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_open", keys(total), partial(count > 3000000000)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    count: i32,
}

fn main() {}
