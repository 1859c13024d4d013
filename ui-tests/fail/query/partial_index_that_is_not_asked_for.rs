use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_number", keys(number), partial(status = "Open")))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    number: String,
    status: Status,
}

#[derive(Embedded)]
enum Status {
    Open,
    Paid,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
struct Find {
    #[mongo(eq)]
    number: String,
}

fn main() {}
