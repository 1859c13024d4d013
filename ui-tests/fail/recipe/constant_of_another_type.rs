//! A constant has the type of the field.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    status: Status,
}

#[derive(Embedded)]
enum Status {
    Open,
    Paid,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
#[mongo(set(status = "Paid"))]
struct Change;

fn main() {}
