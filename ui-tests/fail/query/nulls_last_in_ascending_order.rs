use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_paid", keys(paid_at, id)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    paid_at: Option<DateTime>,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
#[mongo(sort(paid_at(asc, nulls = last), id), max_results = 10)]
struct Find;

fn main() {}
