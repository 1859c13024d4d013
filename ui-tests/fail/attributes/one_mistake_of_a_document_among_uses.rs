//! A document with a mistake can be used without a second error.

use mongo_runtime::{
    Document,
    bson::oid::ObjectId,
    filter::{Filter, FilterField, IntoFilter, by_id},
    from_slice, to_vec,
    update::{Update, UpdateField},
};

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "ix_total", keys(total)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(skip)]
    total: i64,
}

fn rich(total: i64) -> Filter<Order> {
    Order::fields().total().gte(total).and(Order::fields().total().lte(total))
}

fn reset(order: &Order) -> (Filter<Order>, Update<Order>) {
    (by_id(order.id).into_filter(), Order::fields().total().set(0))
}

fn round_trip(order: &Order) -> Option<Order> {
    from_slice(&to_vec(order).ok()?).ok()
}

fn main() {}
