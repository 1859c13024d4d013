use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 20)]
    items: Vec<Item>,
}

#[derive(Embedded)]
struct Item {
    #[mongo(max_items = 20)]
    parts: Vec<Part>,
}

#[derive(Embedded)]
struct Part {
    sku: String,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
struct Find {
    #[mongo(eq, path = items[line].parts[part].sku)]
    sku: String,
}

fn main() {}
