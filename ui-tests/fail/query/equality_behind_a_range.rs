use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_total_number", keys(total, number)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    number: String,
    total: i64,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
struct Find {
    #[mongo(eq)]
    number: String,
    #[mongo(gte)]
    total: i64,
}

fn main() {}
