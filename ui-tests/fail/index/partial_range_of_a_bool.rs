//! A bool has no order.

use mongo_runtime::{Document, bson::oid::ObjectId};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_open", keys(total), partial(open > false)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    open: bool,
}

fn main() {}
