use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_number", keys(number)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    number: String,
    total: i64,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
#[mongo(sort(total), max_results = 10)]
struct Find {
    #[mongo(eq)]
    number: String,
}

fn main() {}
