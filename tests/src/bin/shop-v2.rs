//! The new binary of an application in the middle of a deployment: it writes version 2 and reads version 1.
//!
//! `shop-v2 URI DATABASE STEP ID ..`, as the test `rolling` runs it.

use std::process::ExitCode;

use mongo_runtime::{catalog, db::Collection, error::Error, prelude::*};
use mongo_tests::shop;

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 2, reads(OrderV1))]
struct Order {
    #[mongo(id)]
    id: i32,
    paid: bool,
    cents: i64,
}

/// What the old binary writes.
#[derive(Document)]
#[mongo(collection = "orders", schema_version = 1)]
struct OrderV1 {
    #[mongo(id)]
    id: i32,
    paid: bool,
    #[mongo(max_len = 20)]
    total: String,
}

impl Upgrade<OrderV1> for Order {
    fn upgrade(old: OrderV1) -> Result<Self, UpgradeError> {
        let total: i64 = old.total.parse().map_err(|_| UpgradeError::new("no number"))?;
        Ok(Self { id: old.id, paid: old.paid, cents: total * 100 })
    }
}

catalog! { Shop: documents(Order) }

#[tokio::main]
async fn main() -> ExitCode {
    shop::run::<Shop, Order>(step).await
}

async fn step(orders: Collection<Order>, name: String, id: i32) -> Result<String, Error> {
    let f = Order::fields();
    Ok(match name.as_str() {
        "insert" => {
            orders.insert_one(&Order { id, paid: false, cents: 300 }).await?;
            "inserted".to_owned()
        }
        "read" => shop::told(orders.find_one(by_id(id)).await?.map(|it| (it.paid, it.cents))),
        "pay" => shop::updated(orders.update_one(by_id(id), f.paid().set(true)).await)?,
        "raise" => shop::updated(orders.update_one(by_id(id), f.cents().inc(1)).await)?,
        "upgrade-and-raise" => {
            shop::updated(orders.update_one(by_id(id), f.cents().inc(1)).upgrading().await)?
        }
        _ => format!("no step `{name}`"),
    })
}
