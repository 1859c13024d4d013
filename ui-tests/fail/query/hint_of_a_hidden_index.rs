use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_number", keys(number), hidden))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    number: String,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
#[mongo(hint = "ix_number")]
struct Find {
    #[mongo(eq)]
    number: String,
}

fn main() {}
