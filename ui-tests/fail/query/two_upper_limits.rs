use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_total", keys(total)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
struct Find {
    #[mongo(lt, path = total)]
    under: i64,
    #[mongo(lte, path = total)]
    to: i64,
}

fn main() {}
