use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    number: String,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
struct Find {
    #[mongo(eq)]
    number: String,
}

fn main() {}
