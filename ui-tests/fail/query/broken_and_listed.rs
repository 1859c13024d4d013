use mongo_runtime::prelude::*;
use mongo_runtime::{filter::IntoFilter, query::Paged};

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
#[mongo(sort(id), max_results = 10)]
struct Find<'a> {
    #[mongo(equals)]
    number: &'a str,
}

catalog! { Shop: documents(Order), operations(Find<'static>) }

fn filter(_: impl IntoFilter<Order>) {}

fn pages(_: impl Paged) {}

fn main() {
    filter(Find { number: "A-1" });
    filter(&Find { number: "A-1" });
    pages(Find { number: "A-1" });
}
