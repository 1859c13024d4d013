//! Patterns of modelling, each as a few recipes: how documents stay small and writes stay single commands.
//!
//! Run it with `cargo run -p mongo-examples --bin patterns`.

#![allow(clippy::print_stdout, reason = "a program that tells what it does")]

mod bucket;

mod counter;

mod outlier;

mod reward;

mod subset;

use std::error::Error;

use mongo_runtime::{
    db::{Admin, AdminConfig, Environment, Store, StoreConfig},
    prelude::*,
};
use mongo_testkit::{Server, TestDb};

type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

catalog! {
    Patterns: documents(
        subset::Product,
        subset::Review,
        bucket::Readings,
        outlier::Book,
        outlier::MoreBuyers,
        counter::Page,
        reward::Reward,
    )
}

#[tokio::main]
async fn main() -> Result<()> {
    let server = Server::shared().await?;
    let db = server.database("patterns").await?;
    let told = tell(&db).await;
    db.close().await?;
    told
}

async fn tell(db: &TestDb) -> Result<()> {
    let config = AdminConfig::new(db.uri(), db.name()).environment(Environment::Local);
    let admin = Admin::connect(config).await?;
    let report = admin.provision::<Patterns>().await?;
    admin.close().await;
    if !report.is_as_declared() {
        return Err("the collections are not as declared".into());
    }
    let store = Store::<Patterns>::connect(StoreConfig::new(db.uri(), db.name())).await?;
    subset::tell(&store).await?;
    bucket::tell(&store).await?;
    outlier::tell(&store).await?;
    counter::tell(&store).await?;
    reward::tell(&store).await?;
    store.close().await;
    Ok(())
}
