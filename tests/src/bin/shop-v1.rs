//! The old binary of an application in the middle of a deployment: it writes version 1 and reads version 2.
//!
//! `shop-v1 URI DATABASE STEP ID ..`, as the test `rolling` runs it.

use std::process::ExitCode;

use mongo_runtime::{catalog, db::Collection, error::Error, prelude::*};
use mongo_tests::shop;

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 1, reads_newer(OrderV2))]
struct Order {
    #[mongo(id)]
    id: i32,
    paid: bool,
    #[mongo(max_len = 20)]
    total: String,
}

/// What the new binary writes.
#[derive(Document)]
#[mongo(collection = "orders", schema_version = 2)]
struct OrderV2 {
    #[mongo(id)]
    id: i32,
    paid: bool,
    cents: i64,
}

impl Downgrade<OrderV2> for Order {
    fn downgrade(new: OrderV2) -> Result<Self, DowngradeError> {
        Ok(Self { id: new.id, paid: new.paid, total: (new.cents / 100).to_string() })
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
            orders.insert_one(&Order { id, paid: false, total: "3".to_owned() }).await?;
            "inserted".to_owned()
        }
        "read" => shop::told(orders.find_one(by_id(id)).await?.map(|it| (it.paid, it.total))),
        "pay" => shop::updated(orders.update_one(by_id(id), f.paid().set(true)).await)?,
        "raise" => {
            shop::updated(orders.update_one(by_id(id), f.total().set("9".to_owned())).await)?
        }
        _ => format!("no step `{name}`"),
    })
}
