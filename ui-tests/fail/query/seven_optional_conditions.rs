use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_total", keys(total)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
    a: i64,
    b: i64,
    c: i64,
    d: i64,
    e: i64,
    f: i64,
    g: i64,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
struct Find {
    #[mongo(eq)]
    total: i64,
    #[mongo(eq, path = a, optional)]
    a: Option<i64>,
    #[mongo(eq, path = b, optional)]
    b: Option<i64>,
    #[mongo(eq, path = c, optional)]
    c: Option<i64>,
    #[mongo(eq, path = d, optional)]
    d: Option<i64>,
    #[mongo(eq, path = e, optional)]
    e: Option<i64>,
    #[mongo(eq, path = f, optional)]
    f: Option<i64>,
    #[mongo(eq, path = g, optional)]
    g: Option<i64>,
}

fn main() {}
