use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_sku", keys(items[].sku)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 20)]
    items: Vec<Item>,
}

#[derive(Embedded)]
struct Item {
    sku: String,
    quantity: i32,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
struct Find {
    #[mongo(eq, path = "items.sku")]
    sku: String,
}

fn main() {}
