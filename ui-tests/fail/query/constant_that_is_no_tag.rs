use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_status", keys(status)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(rename = "state")]
    status: Status,
}

#[derive(Embedded)]
enum Status {
    Open,
    Paid,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
#[mongo(constant(status = "Opened"))]
struct Find;

fn main() {}
