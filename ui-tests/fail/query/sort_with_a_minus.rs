use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_total", keys(total)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
#[mongo(sort(-total), max_results = 10)]
struct Find;

fn main() {}
