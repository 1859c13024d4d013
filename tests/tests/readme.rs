//! The test that the README shows, line by line, over its own kind of document.
#![cfg(feature = "driver")]

use mongo_runtime::{
    db::{Admin, AdminConfig, Environment},
    prelude::*,
};
use mongo_testkit::TestDb;

#[derive(Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_number", keys(number), unique))]
struct Order {
    #[mongo(id)]
    id: Id<Self>,
    #[mongo(max_len = 32)]
    number: String,
}

catalog! { Shop: documents(Order) }

fn order(number: &str) -> Order {
    Order { id: Id::new(), number: number.into() }
}

#[mongo_testkit::test]
async fn a_number_is_taken_once(db: TestDb) {
    let config = AdminConfig::new(db.uri(), db.name()).environment(Environment::Test);
    let admin = Admin::connect(config).await.unwrap();
    assert!(admin.provision::<Shop>().await.unwrap().is_as_declared());
    admin.close().await;

    let store = Store::<Shop>::connect(StoreConfig::new(db.uri(), db.name())).await.unwrap();
    let orders = store.collection::<Order>();
    orders.insert_one(&order("A-1001")).await.unwrap();
    let error = orders.insert_one(&order("A-1001")).await.unwrap_err();
    assert!(error.is_duplicate_key());
    store.close().await;
}
