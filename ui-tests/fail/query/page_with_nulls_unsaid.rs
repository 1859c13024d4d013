use mongo_runtime::prelude::*;
use mongo_runtime::query::Paged;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_paid", keys(paid_at = desc, id = desc)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    paid_at: Option<DateTime>,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
#[mongo(sort(paid_at = desc, id = desc), max_results = 10)]
struct Find;

fn pages(_: impl Paged) {}

fn main() {
    pages(Find);
}
