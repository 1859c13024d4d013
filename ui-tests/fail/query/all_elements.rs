use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_tags", keys(tags[])))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 20)]
    tags: Vec<String>,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find")]
struct Find {
    #[mongo(ne, path = tags[])]
    tag: String,
}

fn main() {}
