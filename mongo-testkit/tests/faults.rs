//! Fail points, signals and the proxy, each seen from a client.

use std::time::{Duration, Instant};

use mongo_testkit::{
    FailPoint, Fault, Proxy, Result, Server, ServerOptions, TestDb,
    mongodb::{
        Client, Collection,
        bson::{Document, doc},
        error::ErrorKind,
    },
};

#[cfg(target_os = "linux")]
#[allow(dead_code, reason = "shared with the tests of the life cycle, which need more of it")]
#[path = "lifecycle/child.rs"]
mod child;

fn items(db: &TestDb) -> Collection<Document> {
    db.database().collection("items")
}

async fn count(db: &TestDb) -> u64 {
    items(db).count_documents(doc! {}).await.unwrap()
}

fn code(err: &mongodb::error::Error) -> Option<i32> {
    match err.kind.as_ref() {
        ErrorKind::Command(reply) => Some(reply.code),
        _ => None,
    }
}

#[mongo_testkit::test]
async fn a_fail_point_happens_as_often_as_told_and_is_off_after_its_guard(
    db: TestDb,
) -> Result<()> {
    let guard = db.fail_point(FailPoint::command("find").error_code(2).always()).await?;
    for _ in 0..2 {
        assert_eq!(code(&items(&db).find_one(doc! {}).await.unwrap_err()), Some(2));
    }
    drop(guard);
    items(&db).find_one(doc! {}).await.unwrap();
    let guard = db.fail_point(FailPoint::command("find").error_code(2)).await?;
    items(&db).find_one(doc! {}).await.unwrap_err();
    items(&db).find_one(doc! {}).await.unwrap();
    guard.off().await
}

#[mongo_testkit::test]
async fn a_fail_point_meets_only_the_clients_of_its_own_test(db: TestDb) -> Result<()> {
    let other = db.server().database("other").await?;
    let _guard = db.fail_point(FailPoint::command("find").error_code(2).always()).await?;
    items(&db).find_one(doc! {}).await.unwrap_err();
    items(&other).find_one(doc! {}).await.unwrap();
    other.close().await
}

#[mongo_testkit::test]
async fn the_lost_connection_of_a_retryable_insert_is_not_seen_and_that_of_two_is(
    db: TestDb,
) -> Result<()> {
    let mut guard = db.fail_point(FailPoint::command("insert").close_connection()).await?;
    items(&db).insert_one(doc! { "_id": 1 }).await.unwrap();
    guard.also(FailPoint::command("insert").close_connection().times(2)).await?;
    items(&db).insert_one(doc! { "_id": 2 }).await.unwrap_err();
    guard.off().await?;
    assert_eq!(count(&db).await, 1);
    Ok(())
}

#[mongo_testkit::test]
async fn a_write_concern_error_leaves_the_document_written(db: TestDb) -> Result<()> {
    let fail_point = FailPoint::command("insert").write_concern_error(64, "too slow");
    let _guard = db.fail_point(fail_point).await?;
    items(&db).insert_one(doc! { "_id": 1 }).await.unwrap_err();
    assert_eq!(count(&db).await, 1);
    Ok(())
}

#[mongo_testkit::test]
async fn a_blocked_command_takes_its_time(db: TestDb) -> Result<()> {
    let _guard =
        db.fail_point(FailPoint::command("find").block(Duration::from_millis(200))).await?;
    let start = Instant::now();
    items(&db).find_one(doc! {}).await.unwrap();
    assert!(start.elapsed() >= Duration::from_millis(200));
    Ok(())
}

#[mongo_testkit::test]
async fn two_tests_can_not_have_a_fail_point_on_at_once(db: TestDb) -> Result<()> {
    let other = db.server().database("other").await?;
    let first = db.fail_point(FailPoint::command("find").error_code(2).always()).await?;
    let second = other.fail_point(FailPoint::command("count").error_code(2));
    assert!(tokio::time::timeout(Duration::from_millis(300), second).await.is_err());
    first.off().await?;
    other.fail_point(FailPoint::command("count").error_code(2)).await?.off().await?;
    other.close().await
}

#[mongo_testkit::test]
async fn a_test_that_asks_for_a_second_guard_is_told_so_and_does_not_wait(
    db: TestDb,
) -> Result<()> {
    let first = db.fail_point(FailPoint::command("find").error_code(2).always()).await?;
    let err = db.fail_point(FailPoint::command("count").error_code(2)).await.unwrap_err();
    assert!(err.to_string().contains("`FailPointGuard::also`"), "{err}");
    first.off().await?;
    db.fail_point(FailPoint::command("count").error_code(2)).await?.off().await
}

#[cfg(target_os = "linux")]
#[mongo_testkit::test]
async fn a_fail_point_of_a_killed_process_is_off_before_the_next_use(db: TestDb) -> Result<()> {
    let everyone = || FailPoint::command("find").error_code(2).always().every_client();
    if child::is_me() {
        let _guard = db.fail_point(everyone()).await?;
        child::say_up_and_wait("with a fail point");
        return Ok(());
    }
    // Not the shared server: its other tests would meet the fail point.
    let sandbox = child::Sandbox::new();
    let name = "a_fail_point_of_a_killed_process_is_off_before_the_next_use";
    // The server must not leave before the second process comes; the sandbox ends it.
    let mut killed = sandbox.run_with(name, &[("MONGO_TESTKIT_LINGER", "60")]);
    killed.up();
    killed.kill();
    let env = [("TESTKIT_FIND", "1")];
    let (status, stderr) = sandbox.run_with("the_next_use_of_a_fail_point", &env).finish();
    assert!(status.success(), "{stderr}");
    Ok(())
}

/// The other process of the test above; on its own it is a test as good as any.
#[mongo_testkit::test]
async fn the_next_use_of_a_fail_point(db: TestDb) -> Result<()> {
    if std::env::var_os("TESTKIT_FIND").is_some() {
        assert_eq!(
            code(&items(&db).find_one(doc! {}).await.unwrap_err()),
            Some(2),
            "it is still on"
        );
    }
    let guard = db.fail_point(FailPoint::command("count").error_code(2)).await?;
    items(&db).find_one(doc! {}).await.unwrap();
    guard.off().await
}

#[mongo_testkit::test]
async fn an_unknown_fail_point_is_an_error_that_says_so(db: TestDb) {
    let err = db.fail_point(FailPoint::named("noSuchPoint")).await.unwrap_err();
    assert!(err.to_string().starts_with("can't set a fail point: Command failed"), "{err}");
    assert!(format!("{err:?}").ends_with("(FailPointSetFailed): noSuchPoint not found"), "{err:?}");
}

#[mongo_testkit::test]
async fn an_own_server_can_be_paused_killed_and_started_again_with_its_data(
    _: TestDb,
) -> Result<()> {
    let server = Server::start_own(&ServerOptions::new()).await?;
    let process = server.process().expect("it is our own");
    let db = server.database("signals").await?;
    items(&db).insert_one(doc! { "_id": 1 }).await.unwrap();

    for _ in 0..20 {
        process.pause()?;
        let find = async { count(&db).await };
        assert!(tokio::time::timeout(Duration::from_millis(30), find).await.is_err());
        process.resume()?;
    }
    assert_eq!(count(&db).await, 1);

    let (pid, path) = (process.pid(), process.db_path());
    process.kill()?;
    assert!(process.pause().unwrap_err().to_string().contains("it has ended"));
    process.restart().await?;
    assert_ne!(process.pid(), pid);
    assert_eq!(count(&db).await, 1);

    db.close().await?;
    drop(server);
    let deadline = Instant::now() + Duration::from_secs(5);
    while path.exists() {
        assert!(Instant::now() < deadline, "{} must be removed", path.display());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Ok(())
}

#[mongo_testkit::test]
async fn a_named_fail_point_applies_the_write_and_loses_the_reply(_: TestDb) -> Result<()> {
    let server =
        Server::start_own(&ServerOptions::new().parameter("logLevel", "0").oplog_mb(8)).await?;
    let db = server.database("lost_reply").await?;
    let guard = db.fail_point(FailPoint::named("onPrimaryTransactionalWrite")).await?;
    // The driver tries again, and the server knows the write: it is there once.
    items(&db).insert_one(doc! { "_id": 1 }).await.unwrap();
    guard.off().await?;
    assert_eq!(count(&db).await, 1);
    db.close().await
}

/// A client through the proxy that tries each write once, so that the truth shows.
async fn client(proxy: &Proxy) -> Client {
    Client::with_uri_str(format!("{}&retryWrites=false&retryReads=false", proxy.uri()))
        .await
        .unwrap()
}

#[mongo_testkit::test]
async fn a_request_that_is_cut_was_not_run_and_one_whose_reply_is_cut_was(
    db: TestDb,
) -> Result<()> {
    let proxy = Proxy::start(&db).await?;
    let client = client(&proxy).await;
    let through = client.database(db.name()).collection::<Document>("items");
    for n_bytes in [0, 1, 16, 60] {
        proxy.add(Fault::cut_request(n_bytes).command("insert"));
        through.insert_one(doc! { "_id": 1 }).await.unwrap_err();
        assert_eq!(count(&db).await, 0, "{n_bytes}");
    }
    for (id, n_bytes) in [(1, 0), (2, 1), (3, 16), (4, 20)] {
        proxy.add(Fault::cut_reply(n_bytes).command("insert"));
        through.insert_one(doc! { "_id": id }).await.unwrap_err();
    }
    assert_eq!(count(&db).await, 4);
    assert_eq!(proxy.hits(), 8);
    client.shutdown().await;
    Ok(())
}

#[mongo_testkit::test]
async fn a_reply_that_is_dropped_leaves_the_client_waiting_and_the_write_done(
    db: TestDb,
) -> Result<()> {
    let proxy = Proxy::start(&db).await?;
    let client = client(&proxy).await;
    let through = client.database(db.name()).collection::<Document>("items");
    proxy.add(Fault::drop_reply().command("insert"));
    let insert = async { through.insert_one(doc! { "_id": 1 }).await };
    assert!(tokio::time::timeout(Duration::from_millis(300), insert).await.is_err());
    assert_eq!(count(&db).await, 1);
    // The next command finds the fault used up.
    through.insert_one(doc! { "_id": 2 }).await.unwrap();
    client.shutdown().await;
    Ok(())
}

#[mongo_testkit::test]
async fn delays_are_seen_and_connections_are_counted_and_cut(db: TestDb) -> Result<()> {
    let proxy = Proxy::start(&db).await?;
    let client = client(&proxy).await;
    let through = client.database(db.name()).collection::<Document>("items");
    for fault in [
        Fault::delay_request(Duration::from_millis(150)),
        Fault::delay_reply(Duration::from_millis(150)),
    ] {
        proxy.add(fault.command("find"));
        let start = Instant::now();
        through.find_one(doc! {}).await.unwrap();
        assert!(start.elapsed() >= Duration::from_millis(150));
    }
    assert!(proxy.open_connections() >= 1 && proxy.connections() >= proxy.open_connections());
    proxy.cut_all();
    let deadline = Instant::now() + Duration::from_secs(5);
    let n_before = proxy.connections();
    while through.find_one(doc! {}).await.is_err() {
        assert!(Instant::now() < deadline, "the client must connect again");
    }
    assert!(proxy.connections() > n_before);
    client.shutdown().await;
    Ok(())
}
