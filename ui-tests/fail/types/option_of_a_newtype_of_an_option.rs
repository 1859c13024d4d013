//! The same with a newtype between them.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
struct PaidAt(Option<i64>);

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    paid_at: Option<PaidAt>,
}

fn main() {}
