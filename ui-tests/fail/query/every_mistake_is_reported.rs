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

#[derive(Filter)]
#[mongo(document = Order, operation = "Order.Find")]
struct FindAgain {
    #[mongo(eq)]
    number: String,
}

#[derive(Filter)]
#[mongo(operation = "order.find-any")]
struct FindAny {
    #[mongo(eq)]
    number: String,
}

catalog! { Shop: documents(Order), operations(Find<'static>, FindAgain) }

fn filter(_: impl IntoFilter<Order>) {}

fn pages(_: impl Paged) {}

fn main() {
    let number = || "A-1".to_owned();
    filter(Find { number: "A-1" });
    filter(&FindAgain { number: number() });
    filter(FindAny { number: number() });
    pages(Find { number: "A-1" });
}
