use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_number_total", keys(number, total)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    number: String,
    total: i64,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
struct Find {
    #[mongo(eq, optional)]
    number: Option<String>,
    #[mongo(gte)]
    total: i64,
}

fn main() {}
