//! Advice has the Rust names, which is what is written in a recipe, also where fields are stored under others.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "orders", rename_all = "camelCase")]
#[mongo(index(name = "uq_shop_number", keys(shop_id, order_number), unique))]
struct Order {
    #[mongo(id)]
    order_id: i64,
    #[mongo(max_len = 30)]
    order_number: String,
    shop_id: i64,
    total_cents: i64,
    invoice_to: Customer,
    deliver_to: Option<Customer>,
}

#[derive(Embedded)]
#[mongo(rename_all = "camelCase")]
struct Customer {
    customer_id: i64,
    birth_year: i32,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.no-key", upsert = "uq_shop_number")]
struct NoKey {
    #[mongo(key, path = order_number)]
    number: String,
    #[mongo(set)]
    total_cents: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.no-field", upsert = "uq_shop_number")]
struct NoField {
    #[mongo(key)]
    order_number: String,
    #[mongo(key)]
    shop_id: i64,
    #[mongo(set_on_insert)]
    order_id: i64,
    #[mongo(set, path = invoice_to.customer_id)]
    customer_id: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.other-key", upsert = "uq_shop_number")]
struct OtherKey {
    #[mongo(key)]
    total_cents: i64,
    #[mongo(key)]
    shop_id: i64,
    #[mongo(set)]
    invoice_to: Customer,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.key-changed", upsert = "uq_shop_number")]
struct KeyChanged {
    #[mongo(key)]
    order_number: String,
    #[mongo(key)]
    shop_id: i64,
    #[mongo(set_on_insert)]
    order_id: i64,
    #[mongo(set_on_insert)]
    total_cents: i64,
    #[mongo(set_on_insert)]
    invoice_to: Customer,
    #[mongo(inc, path = shop_id)]
    more: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.half", upsert = "_id_")]
struct Half {
    #[mongo(key)]
    order_id: i64,
    #[mongo(set)]
    order_number: String,
    #[mongo(set)]
    shop_id: i64,
    #[mongo(set)]
    total_cents: i64,
    #[mongo(set)]
    invoice_to: Customer,
    #[mongo(set, path = deliver_to.birth_year)]
    birth_year: i32,
}

fn main() {}
