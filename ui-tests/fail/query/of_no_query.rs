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

fn pages(_: impl Paged) {}

fn main() {
    pages(Order::fields().number().eq("A-1"));
}
