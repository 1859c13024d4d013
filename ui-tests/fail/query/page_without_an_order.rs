use mongo_runtime::prelude::*;
use mongo_runtime::query::Paged;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_number", keys(number)))]
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

fn pages(_: impl Paged) {}

fn main() {
    pages(Find { number: "A-1".to_owned() });
}
