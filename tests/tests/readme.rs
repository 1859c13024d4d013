//! The tests that the README shows, line by line, over its own kind of document.
#![cfg(feature = "driver")]

use mongo_runtime::{
    assert_manifest,
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

/// The programs of the README that need features or a server of the tests stand in this file: a line that is only there would be
/// text that nobody runs.
#[test]
fn every_line_of_a_test_in_the_readme_is_run_here() {
    let (readme, here) = (include_str!("../../README.md"), include_str!("readme.rs"));
    let blocks = readme.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next());
    let tests: Vec<&str> = blocks.filter(|block| block.contains("test]")).collect();
    assert_eq!(tests.len(), 2, "the README shows two tests");
    let lines = tests.iter().flat_map(|block| block.lines()).map(str::trim);
    for line in lines
        .filter(|line| !line.is_empty() && !line.starts_with("use ") && !line.starts_with("//"))
    {
        let is_here = here.lines().any(|own| own.trim() == line);
        assert!(is_here, "the README shows a line that is not run: {line}");
    }
}

#[test]
fn what_is_stored_changes_on_purpose() {
    assert_manifest!("shop.manifest.json", Shop);
}
