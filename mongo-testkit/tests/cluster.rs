//! Three servers, one replica set: each fault is seen from a client.

use std::{collections::BTreeSet, time::Duration};

use mongo_testkit::{
    Cluster, ClusterLease, ClusterOptions, Error, FailPoint, Member, Result, ServerOptions, TestDb,
    mongodb::{
        Client, Collection,
        bson::{Document, doc},
        error::{ErrorKind, WriteFailure},
        options::{Acknowledgment, WriteConcern},
    },
};
use tokio::time::{Instant, sleep, timeout};

/// For what a healthy cluster does at once, on a machine that is busy with a build.
const PATIENCE: Duration = Duration::from_secs(60);

/// For what must not happen: no machine is too busy for that.
const A_WHILE: Duration = Duration::from_millis(700);

/// The cluster of all tests here. A busy machine must not bring elections that no test has asked for.
async fn cluster() -> Result<ClusterLease> {
    Cluster::shared(&ClusterOptions::new().election_timeout(Duration::from_secs(2))).await
}

fn items(db: &TestDb) -> Collection<Document> {
    db.majority().collection("items")
}

/// The ids that a majority has.
async fn ids(db: &TestDb) -> Result<Vec<i32>, mongodb::error::Error> {
    let mut found = items(db).find(doc! {}).sort(doc! { "_id": 1 }).await?;
    let mut ids = Vec::new();
    while found.advance().await? {
        ids.push(found.current().get_i32("_id").expect("a number"));
    }
    Ok(ids)
}

/// Inserts until it works, as an application does during a fail-over.
async fn insert_eventually(db: &TestDb, id: i32) {
    let deadline = Instant::now() + PATIENCE;
    while let Err(err) = items(db).insert_one(doc! { "_id": id }).await {
        assert!(Instant::now() < deadline, "still no write: {err:?}");
    }
}

/// A client of one member, through its relay, that acknowledges a write as soon as that member has it.
async fn alone(member: &Member) -> Client {
    let uri = format!("{}&w=1&retryWrites=false&retryReads=false", member.relayed_uri());
    Client::with_uri_str(uri).await.expect("a connection string")
}

fn items_of(client: &Client, db: &TestDb) -> Collection<Document> {
    client.database(db.name()).collection("items")
}

fn is_write_concern_error(err: &mongodb::error::Error, code: i32) -> bool {
    matches!(&*err.kind, ErrorKind::Write(WriteFailure::WriteConcernError(wce)) if wce.code == code)
}

#[tokio::test]
async fn a_cluster_starts_with_one_primary_and_two_secondaries_that_have_caught_up() -> Result<()> {
    let cluster = cluster().await?;
    let primary = cluster.primary().await?;
    let secondaries = cluster.secondaries().await;
    assert_eq!(secondaries.len(), 2, "{secondaries:?}");
    assert!(!secondaries.contains(&primary));
    let addresses: BTreeSet<&str> = cluster.members().iter().map(Member::address).collect();
    let hello = primary.run(doc! { "hello": 1 }).await?;
    let hosts = hello.get_array("hosts").expect("the hosts of the set");
    let hosts: BTreeSet<&str> = hosts.iter().filter_map(|host| host.as_str()).collect();
    assert_eq!(addresses, hosts, "each is known by its relay");

    let db = cluster.database("starts").await?;
    assert_eq!(db.server_version(), cluster.version());
    let all = WriteConcern::builder().w(Acknowledgment::from(3)).build();
    items(&db).insert_one(doc! { "_id": 1 }).write_concern(all).await.expect("all have it");
    cluster.wait_until_caught_up().await?;
    assert_eq!(ids(&db).await.expect("ids"), [1]);
    db.close().await
}

#[tokio::test]
async fn a_killed_primary_is_replaced_and_comes_back_as_a_secondary() -> Result<()> {
    let cluster = cluster().await?;
    let db = cluster.database("killed").await?;
    insert_eventually(&db, 1).await;
    let old = cluster.primary().await?;
    let pid = old.process().pid();
    old.kill()?;
    let new = cluster.wait_for_primary_other_than(old).await?;
    assert_ne!(new, old);
    insert_eventually(&db, 2).await;
    old.restart().await?;
    cluster.wait_until_caught_up().await?;
    assert_ne!(old.process().pid(), pid);
    let all = WriteConcern::builder().w(Acknowledgment::from(3)).build();
    items(&db).insert_one(doc! { "_id": 3 }).write_concern(all).await.expect("all have it");
    cluster.wait_until_caught_up().await?;
    assert_eq!(ids(&db).await.expect("ids"), [1, 2, 3]);
    db.close().await
}

#[tokio::test]
async fn a_primary_that_ends_in_good_order_hands_over_and_a_paused_one_is_replaced() -> Result<()> {
    let cluster = cluster().await?;
    let db = cluster.database("paused").await?;
    let first = cluster.primary().await?;
    first.terminate().await?;
    let second = cluster.wait_for_primary_other_than(first).await?;
    insert_eventually(&db, 1).await;
    first.restart().await?;
    cluster.wait_until_caught_up().await?;

    second.pause()?;
    cluster.wait_for_primary_other_than(second).await?;
    insert_eventually(&db, 2).await;
    second.resume()?;
    cluster.wait_until_caught_up().await?;
    assert_eq!(ids(&db).await.expect("ids"), [1, 2]);
    db.close().await
}

#[tokio::test]
async fn a_primary_that_is_told_to_steps_down() -> Result<()> {
    let cluster = cluster().await?;
    let db = cluster.database("steps_down").await?;
    let old = cluster.primary().await?;
    let others: Vec<&Member> = cluster.others(old).collect();
    // Of the two, only one may stand.
    others[0].freeze(120).await?;
    old.step_down(60).await?;
    let new = cluster.wait_for_primary_other_than(old).await?;
    assert_eq!(new, others[1]);
    insert_eventually(&db, 1).await;
    old.freeze(0).await?;
    others[0].freeze(0).await?;
    let err = old.step_down(60).await.expect_err("it is primary no more");
    assert!(err.to_string().starts_with("can't run replSetStepDown on member"), "{err}");
    db.close().await
}

#[tokio::test]
async fn a_write_on_a_primary_without_peers_is_acknowledged_and_gone_when_they_are_back()
-> Result<()> {
    let cluster = cluster().await?;
    let db = cluster.database("without_peers").await?;
    insert_eventually(&db, 1).await;
    // It steps down after the election timeout: a machine that is busy for that long gets another try.
    let deadline = Instant::now() + PATIENCE;
    let old = loop {
        let old = cluster.primary().await?;
        let client = alone(old).await;
        items_of(&client, &db).find_one(doc! {}).await.expect("connected");
        cluster.isolate_from_peers(old);
        let written = items_of(&client, &db).insert_one(doc! { "_id": 2 }).await;
        client.shutdown().immediate(true).await;
        match written {
            Ok(_) => break old,
            Err(err) => assert!(Instant::now() < deadline, "no write: {err:?}"),
        }
        cluster.recover().await?;
    };
    let new = cluster.wait_for_primary_other_than(old).await?;
    insert_eventually(&db, 3).await;
    // It has the write, and clients still reach it.
    let client = alone(old).await;
    let kept = items_of(&client, &db).find_one(doc! { "_id": 2 }).await;
    assert!(kept.expect("it answers").is_some());
    client.shutdown().immediate(true).await;

    cluster.heal();
    cluster.wait_until_caught_up().await?;
    assert_ne!(new, old);
    assert_eq!(ids(&db).await.expect("ids"), [1, 3]);
    db.close().await
}

#[tokio::test]
async fn what_a_client_asks_of_a_cut_off_primary_gets_through_once_that_is_healed() -> Result<()> {
    let cluster = cluster().await?;
    let db = cluster.database("cut_off").await?;
    let primary = cluster.primary().await?;
    let client = alone(primary).await;
    let through = items_of(&client, &db);
    through.insert_one(doc! { "_id": 1 }).await.expect("the link is open");

    cluster.isolate_from_clients(primary);
    let late = through.clone();
    let write = tokio::spawn(async move { late.insert_one(doc! { "_id": 2 }).await.map(drop) });
    sleep(A_WHILE).await;
    assert!(!write.is_finished());
    assert_eq!(cluster.primary().await?, primary, "its peers still see it");
    let direct = Client::with_uri_str(primary.direct_uri()).await.expect("a connection string");
    let n_items = items_of(&direct, &db).count_documents(doc! {}).await.expect("past the relay");
    assert_eq!(n_items, 1, "nothing has reached it");
    direct.shutdown().await;

    cluster.heal();
    timeout(PATIENCE, write).await.expect("in time").expect("no panic").expect("written late");
    cluster.wait_until_caught_up().await?;
    assert_eq!(ids(&db).await.expect("ids"), [1, 2]);
    client.shutdown().await;
    db.close().await
}

#[tokio::test]
async fn a_secondary_that_is_cut_off_from_the_primary_alone_falls_behind() -> Result<()> {
    let cluster = cluster().await?;
    let db = cluster.database("link").await?;
    let primary = cluster.primary().await?;
    let secondary = cluster.others(primary).next().expect("there are two");
    cluster.cut_link(primary, secondary);
    insert_eventually(&db, 1).await;
    let direct = Client::with_uri_str(secondary.direct_uri()).await.expect("a connection string");
    sleep(A_WHILE).await;
    let found = items_of(&direct, &db).find_one(doc! {}).await.expect("it answers");
    assert!(found.is_none(), "it must have fallen behind");
    assert_eq!(cluster.primary().await?, primary, "the third member still sees it");
    cluster.heal();
    cluster.wait_until_caught_up().await?;
    let found = items_of(&direct, &db).find_one(doc! {}).await.expect("it answers");
    assert!(found.is_some());
    direct.shutdown().await;
    db.close().await
}

#[tokio::test]
async fn a_member_that_is_cut_off_from_all_is_replaced_and_may_even_start_again() -> Result<()> {
    let cluster = cluster().await?;
    let db = cluster.database("isolated").await?;
    let old = cluster.primary().await?;
    cluster.isolate(old);
    cluster.wait_for_primary_other_than(old).await?;
    insert_eventually(&db, 1).await;
    old.restart().await?;
    insert_eventually(&db, 2).await;
    let behind = cluster.wait_until_caught_up();
    assert!(timeout(A_WHILE, behind).await.is_err(), "it can't have caught up");
    cluster.heal();
    cluster.wait_until_caught_up().await?;
    assert_eq!(ids(&db).await.expect("ids"), [1, 2]);
    db.close().await
}

#[tokio::test]
async fn a_client_that_gets_no_replies_does_not_know_that_its_write_was_done() -> Result<()> {
    let cluster = cluster().await?;
    let db = cluster.database("no_replies").await?;
    let primary = cluster.primary().await?;
    let client = alone(primary).await;
    let through = items_of(&client, &db);
    through.insert_one(doc! { "_id": 1 }).await.expect("the link is open");

    cluster.drop_replies(primary);
    let write = tokio::spawn(async move { through.insert_one(doc! { "_id": 2 }).await.map(drop) });
    let direct = Client::with_uri_str(primary.direct_uri()).await.expect("a connection string");
    let deadline = Instant::now() + PATIENCE;
    while items_of(&direct, &db)
        .find_one(doc! { "_id": 2 })
        .await
        .expect("past the relay")
        .is_none()
    {
        assert!(Instant::now() < deadline, "the request must pass");
    }
    direct.shutdown().await;
    sleep(A_WHILE).await;
    assert!(!write.is_finished());

    cluster.heal();
    let err = timeout(PATIENCE, write).await.expect("in time").expect("no panic");
    let err = err.expect_err("the connection that misses a reply is closed");
    assert!(matches!(&*err.kind, ErrorKind::Io(_)), "{err:?}");
    cluster.wait_until_caught_up().await?;
    assert_eq!(ids(&db).await.expect("ids"), [1, 2]);
    client.shutdown().immediate(true).await;
    db.close().await
}

#[tokio::test]
async fn while_both_secondaries_lag_no_write_reaches_a_majority() -> Result<()> {
    let cluster = cluster().await?;
    let db = cluster.database("lag").await?;
    insert_eventually(&db, 0).await;
    let primary = cluster.primary().await?;
    let majority = |id: i32, limit| {
        let majority = WriteConcern::builder().w(Acknowledgment::Majority).w_timeout(limit).build();
        let insert = items(&db);
        async move { insert.insert_one(doc! { "_id": id }).write_concern(majority).await }
    };
    let mut lagging = Vec::new();
    for (id, secondary) in (1..).zip(cluster.others(primary)) {
        lagging.push(secondary.lag().await?);
        if id == 1 {
            majority(id, PATIENCE).await.expect("two of three have it");
        }
    }
    let err = majority(2, A_WHILE).await.expect_err("only one has it");
    assert!(is_write_concern_error(&err, 64), "{err:?}");
    assert_eq!(ids(&db).await.expect("ids"), [0, 1]);

    for lag in lagging {
        lag.off().await?;
    }
    majority(3, PATIENCE).await.expect("all have it");
    cluster.wait_until_caught_up().await?;
    assert_eq!(ids(&db).await.expect("ids"), [0, 1, 2, 3]);
    db.close().await
}

#[tokio::test]
async fn writes_of_a_primary_alone_are_rolled_back() -> Result<()> {
    let cluster = cluster().await?;
    let db = cluster.database("rolled_back").await?;
    insert_eventually(&db, 1).await;
    let (old, err) = cluster
        .roll_back(async |primary| {
            let client = alone(primary).await;
            let items = items_of(&client, &db);
            items.insert_one(doc! { "_id": 2 }).await.expect("acknowledged");
            let concern = WriteConcern::builder();
            let concern = concern.w(Acknowledgment::Majority).w_timeout(A_WHILE).build();
            let write = items.insert_one(doc! { "_id": 3 }).write_concern(concern);
            let err = write.await.expect_err("not by a majority");
            client.shutdown().immediate(true).await;
            (primary.index(), err)
        })
        .await?;
    assert!(is_write_concern_error(&err, 64), "{err:?}");
    assert_ne!(cluster.primary().await?.index(), old);
    insert_eventually(&db, 4).await;
    assert_eq!(ids(&db).await.expect("ids"), [1, 4]);
    db.close().await
}

#[tokio::test]
async fn a_fail_point_is_on_on_one_member_for_the_clients_of_one_database() -> Result<()> {
    let cluster = cluster().await?;
    let (db, other) = (cluster.database("mine").await?, cluster.database("other").await?);
    let primary = cluster.primary().await?;
    let fail = FailPoint::command("find").error_code(2).always();
    let guard = primary.fail_point(&db, fail.clone()).await?;
    items(&db).find_one(doc! {}).await.expect_err("the fail point");
    items(&other).find_one(doc! {}).await.expect("it is not for this one");
    guard.off().await?;
    items(&db).find_one(doc! {}).await.expect("it is off");
    let err: Error = db.fail_point(fail).await.expect_err("on which member?");
    assert!(err.to_string().contains("`Member::fail_point`"), "{err}");
    other.close().await?;
    db.close().await
}

#[tokio::test]
async fn what_a_test_leaves_broken_is_mended_for_the_next() -> Result<()> {
    let broken = cluster().await?;
    let [first, second, third] = broken.members() else { panic!("three members") };
    first.kill()?;
    second.pause()?;
    broken.isolate(third);
    drop(broken);
    let mended = cluster().await?;
    assert_eq!(mended.secondaries().await.len(), 2);
    mended.primary().await?;
    Ok(())
}

#[tokio::test]
async fn a_cluster_of_its_own_has_its_options_and_leaves_nothing_behind() -> Result<()> {
    let options = ClusterOptions::new()
        .server(ServerOptions::new().oplog_mb(32))
        .heartbeat_interval(Duration::from_millis(200))
        .transaction_lifetime(5);
    let cluster = Cluster::start(&options).await?;
    let [member, ..] = cluster.members() else { panic!("three members") };
    let config = member.run(doc! { "replSetGetConfig": 1 }).await?;
    let settings = config.get_document("config").and_then(|config| config.get_document("settings"));
    let settings = settings.expect("the settings of the set");
    assert_eq!(settings.get_i32("electionTimeoutMillis").ok(), Some(500));
    assert_eq!(settings.get_i32("heartbeatIntervalMillis").ok(), Some(200));
    let asked = doc! { "getParameter": 1, "transactionLifetimeLimitSeconds": 1 };
    let limit = member.run(asked).await?.get_i32("transactionLifetimeLimitSeconds").ok();
    assert_eq!(limit, Some(5));

    let db = cluster.database("own").await?;
    insert_eventually(&db, 1).await;
    let paths: Vec<_> = cluster.members().iter().map(|m| m.process().db_path()).collect();
    drop(cluster);
    assert_eq!(ids(&db).await.expect("the database keeps it"), [1]);
    db.close().await?;
    let deadline = Instant::now() + PATIENCE;
    while paths.iter().any(|path| path.exists()) {
        assert!(Instant::now() < deadline, "{paths:?} must be removed");
        sleep(Duration::from_millis(10)).await;
    }
    Ok(())
}
