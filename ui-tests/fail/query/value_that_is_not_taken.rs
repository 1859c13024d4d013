use mongo_runtime::prelude::*;

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
#[mongo(is_null(paid_at = true))]
struct Find;

fn main() {}
