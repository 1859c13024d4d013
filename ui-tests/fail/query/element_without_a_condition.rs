use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_sku", keys(items[].sku)))]
#[mongo(index(name = "ix_total", keys(total)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 20)]
    items: Vec<Item>,
    total: i64,
}

#[derive(Embedded)]
struct Item {
    sku: String,
    quantity: i32,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
struct Find {
    #[mongo(eq, path = items[line].sku, optional)]
    sku: Option<String>,
    #[mongo(eq)]
    total: i64,
}

fn main() {}
