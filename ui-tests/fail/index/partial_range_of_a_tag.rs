//! A tag has no order.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

#[derive(Embedded)]
#[mongo(rename_all = "snake_case")]
enum Status {
    Open,
    InTransit,
}

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_open", keys(total), partial(status > "open")))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    status: Status,
}

fn main() {}
