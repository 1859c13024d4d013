//! An index names an upsert that finds its document by another index.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_number", keys(number), unique))]
#[mongo(index(name = "ix_total", keys(total), serves("order.put")))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    number: i64,
    total: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.put", upsert = "uq_number")]
struct Put {
    #[mongo(key)]
    number: i64,
    #[mongo(set)]
    total: i64,
}

catalog! { Shop: documents(Order), operations(Put) }

fn main() {}
