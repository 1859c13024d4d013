//! What the test attribute does around a test.
#![cfg(target_os = "linux")]

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
};

use mongo_testkit::{
    __private::{Spec, run},
    TestDb, Version,
    mongodb::{
        bson::{Document, doc},
        error::ErrorKind,
    },
};

use self::child::{Sandbox, is_me, say_up};

#[allow(dead_code, reason = "shared with the tests of the life cycle, which need more of it")]
#[path = "lifecycle/child.rs"]
mod child;

#[mongo_testkit::test]
async fn the_connection_string_asks_for_quick_heartbeats_and_names_the_test(db: TestDb) {
    let uri = db.uri();
    for part in
        ["heartbeatFrequencyMS=500", "serverMonitoringMode=poll", &format!("appName={}", db.name())]
    {
        assert!(uri.contains(part), "{uri}");
    }
    assert!(
        db.name().starts_with("the_connection_string_asks_for_quick_heartbeats"),
        "{}",
        db.name()
    );
    assert!(db.name().len() <= 63);
    assert!(db.server_version() >= Version::new(4, 4, 0));
}

#[mongo_testkit::test]
async fn every_database_is_another_one(db: TestDb) -> mongo_testkit::Result<()> {
    let other = db.server().database("every_database_is_another_one").await?;
    assert_ne!(db.name(), other.name());
    other.close().await
}

#[mongo_testkit::test(flavor = "current_thread")]
async fn a_current_thread_runtime_is_one(_: TestDb) {
    let here = thread::current().id();
    assert_eq!(tokio::spawn(async { thread::current().id() }).await.unwrap(), here);
}

#[mongo_testkit::test(worker_threads = 3)]
async fn the_runtime_has_the_threads_that_were_asked_for(_: TestDb) {
    assert_eq!(tokio::runtime::Handle::current().metrics().num_workers(), 3);
}

#[mongo_testkit::test]
#[should_panic(expected = "the test returned an error: \"on purpose\"")]
async fn an_error_that_a_test_returns_fails_it(_: TestDb) -> Result<(), &'static str> {
    Err("on purpose")
}

#[test]
fn the_client_is_shut_down_after_a_panic_as_well() {
    // What the attribute expands to.
    let spec = Spec { name: "panics", worker_threads: 2, min_server: None };
    let mut kept = None;
    let test = async |db: TestDb| {
        kept = Some(db.client().clone());
        panic!("on purpose");
    };
    let panic = catch_unwind(AssertUnwindSafe(|| run::<_, ()>(&spec, test))).unwrap_err();
    assert_eq!(panic.downcast_ref(), Some(&"on purpose"));
    let client = kept.unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let err = runtime.block_on(async { client.list_database_names().await.unwrap_err() });
    assert!(matches!(err.kind.as_ref(), ErrorKind::Shutdown), "{err}");
}

#[mongo_testkit::test]
async fn a_cursor_that_a_test_forgets_does_not_hold_it_up(db: TestDb) {
    let items = db.database().collection::<Document>("items");
    items.insert_many((0..10).map(|n| doc! { "_id": n })).await.unwrap();
    let mut cursor = items.find(doc! {}).batch_size(2).await.unwrap();
    assert!(cursor.advance().await.unwrap());
    // The session lives on in the cursor, and the cursor for ever.
    std::mem::forget(cursor);
}

#[mongo_testkit::test(min_server = "99.1")]
async fn a_test_for_a_later_server(_: TestDb) {
    unreachable!("no server is as new as that");
}

#[test]
fn a_test_for_a_later_server_is_skipped_aloud_and_counted() {
    assert!(!is_me());
    let sandbox = Sandbox::new();
    let list = std::env::temp_dir().join(format!("testkit-skipped-{}", std::process::id()));
    for _ in 0..2 {
        let child = sandbox.run_with(
            "a_test_for_a_later_server",
            &[("MONGO_TESTKIT_SKIPPED", list.to_str().unwrap())],
        );
        let (status, stderr) = child.finish();
        assert!(status.success());
        assert!(stderr.starts_with("skipped: needs MongoDB 99.1, the server is "), "{stderr}");
        assert!(
            stderr.ends_with("(test attribute::a_test_for_a_later_server, 1 skipped so far)\n"),
            "{stderr}"
        );
    }
    assert_eq!(fs::read_to_string(&list).unwrap().lines().count(), 2);
    fs::remove_file(list).unwrap();
}

#[mongo_testkit::test]
async fn a_wrong_setting_fails_the_test_and_says_so(_: TestDb) {
    if is_me() {
        return say_up("with a wrong setting");
    }
    let sandbox = Sandbox::new();
    let child = sandbox
        .run_with("a_wrong_setting_fails_the_test_and_says_so", &[("MONGO_TESTKIT", "podman")]);
    let (status, _) = child.finish();
    assert!(!status.success());
}
