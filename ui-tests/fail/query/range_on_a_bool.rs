use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_open", keys(open)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    open: bool,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
struct Find {
    #[mongo(gt, path = open)]
    open: bool,
}

fn main() {}
