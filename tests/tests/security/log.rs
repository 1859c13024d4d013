//! What a log is told, and that no name from outside can write a line of it. H15, H19

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    db::{Admin, AdminConfig, Store, StoreConfig},
    error::{Kind, Outcome},
    prelude::*,
};
use mongo_testkit::{FailPoint, TestDb};
use mongo_tests::canary::{
    assert_clean_error, assert_clean_log, listen_to_log, n_logged, n_logged_by_driver,
};

use crate::support::{App, Item, item};

const FORGED: &str = "x\n\u{1b}[31m2026-01-01 ERROR all is lost\r";

#[track_caller]
fn assert_one_line(text: &str) {
    let is_safe = |c: char| !c.is_control();
    assert!(text.chars().all(is_safe), "a name from outside writes into {text:?}");
}

fn config(db: &TestDb) -> StoreConfig {
    listen_to_log();
    StoreConfig::new(db.uri(), db.name())
}

/// With its feature `tracing-unstable` the driver would log whole commands, and each crate of a build can turn it on.
#[mongo_testkit::test]
async fn a_store_logs_its_own_events_and_the_driver_none(db: TestDb) {
    let n_before = {
        listen_to_log();
        n_logged()
    };
    let store = Store::<App>::connect(config(&db)).await.unwrap();
    let items = store.collection::<Item>();
    items.insert_one(&item(1)).await.unwrap();
    items.insert_one(&item(1)).await.unwrap_err();
    items.find(AllDocuments).limit(5).await.unwrap().collect().await.unwrap();
    let updated = items.update_one(by_id(1), Item::fields().note().set("")).await.unwrap();
    assert_eq!(updated.matched(), 1);
    store.close().await;
    assert!(n_logged() > n_before, "the log is listened to");
    assert_eq!(n_logged_by_driver(), 0, "`tracing-unstable` of the driver is on");
    assert_clean_log("a store");
}

#[mongo_testkit::test]
async fn the_name_of_a_database_is_no_line_of_a_log(db: TestDb) {
    for name in ["a\nb", "\u{1b}[31m", "a\u{7f}", "a\u{85}b"] {
        let config = StoreConfig::new(db.uri(), name);
        assert_one_line(&format!("{config:?}"));
        let error = Store::<App>::connect(config).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (Kind::Config, Some(Outcome::NotSent)));
        assert_one_line(&format!("{error} {error:?}"));
    }
}

#[mongo_testkit::test]
async fn what_the_server_calls_an_error_is_no_line_of_a_log(db: TestDb) {
    let store = Store::<App>::connect(config(&db)).await.unwrap();
    let items = store.collection::<Item>();
    let fault = FailPoint::command("insert").write_concern_error(64, FORGED);
    let _fault = db.fail_point(fault).await.unwrap();
    let error = items.insert_one(&item(1)).await.unwrap_err();
    assert_eq!(error.kind(), Kind::WriteConcern, "{error}");
    assert_clean_error(&error, "a forged message");
    assert_one_line(&format!("{error} {error:?}"));
    store.close().await;
}

#[mongo_testkit::test]
async fn names_that_others_gave_an_index_or_a_field_are_escaped(db: TestDb) {
    let raw = db.database().collection::<BsonDocument>("items");
    raw.insert_one(doc! { "_id": 7, "note": 1, FORGED: 1, "n": { FORGED: 1 } }).await.unwrap();
    let index = mongodb::IndexModel::builder()
        .keys(doc! { FORGED: 1 })
        .options(mongodb::options::IndexOptions::builder().name(FORGED.to_owned()).build())
        .build();
    raw.create_index(index).await.unwrap();

    let admin = Admin::connect(AdminConfig::new(db.uri(), db.name())).await.unwrap();
    let report = admin.verify::<App>().await.unwrap();
    let differences = report.differences();
    assert!(differences.iter().any(|it| it.to_string().contains("all is lost")), "{report}");
    for difference in differences {
        assert_one_line(&format!("{difference} {difference:?}"));
    }
    let store = Store::<App>::connect(config(&db)).await.unwrap();
    let items = store.collection::<Item>();
    let error = items.find_one(by_id(7)).await.unwrap_err();
    assert_eq!(error.kind(), Kind::Decode, "{error}");
    assert_one_line(&format!("{error} {error:?}"));
    store.close().await;
    admin.close().await;
}
