//! What is wrong with a recipe is one error, wherever it is used.

use mongo_runtime::{
    prelude::*,
    update::{IntoUpdate, IntoUpsert},
};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_total", keys(total), serves("order.change")))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    total: i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.change")]
struct Change<'a> {
    #[mongo(put)]
    total: &'a i64,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.Keep", upsert = "_id_")]
struct Keep {
    #[mongo(key)]
    id: ObjectId,
    #[mongo(set)]
    total: i64,
}

#[derive(Update)]
#[mongo(document = Order)]
struct Count<T> {
    #[mongo(inc)]
    total: T,
}

catalog! { Shop: documents(Order), operations(Change<'static>, Keep) }

fn update(_: impl IntoUpdate<Order>) {}

fn upsert(_: impl IntoUpsert<Order>) {}

fn main() {
    update(Change { total: &1 });
    update(&Count { total: 1_i64 });
    upsert(Keep { id: ObjectId::new(), total: 1 });
}
