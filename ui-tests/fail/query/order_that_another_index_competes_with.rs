use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_number_created", keys(number, created_at, total)))]
#[mongo(index(name = "ix_total", keys(total)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    number: String,
    created_at: DateTime,
    total: i64,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find", sort(created_at), max_results = 10)]
struct Find {
    #[mongo(eq)]
    number: String,
    #[mongo(gte, path = total)]
    at_least: i64,
}

fn main() {}
