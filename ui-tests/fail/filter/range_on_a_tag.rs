//! A tag has no order.

use mongo_runtime::prelude::*;

#[derive(Embedded)]
enum Status {
    Open,
    Paid,
}

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    status: Status,
}

fn main() {
    let _ = Order::fields().status().gt(Status::Open).or(Order::fields().status().eq(Status::Paid));
}
