//! How a cluster starts, is shared, and ends.

use std::collections::BTreeSet;
use std::time::Duration;

use mongo_testkit::{
    Cluster, ClusterOptions, Member, Result, ServerOptions,
    mongodb::{
        bson::doc,
        options::{Acknowledgment, WriteConcern},
    },
};
use tokio::time::{Instant, sleep};

use super::{PATIENCE, cluster, ids, insert_eventually, items};

#[tokio::test]
async fn a_cluster_starts_with_one_primary_and_two_secondaries_that_have_caught_up() -> Result<()> {
    let cluster = cluster().await?;
    let primary = cluster.wait_for_primary().await?;
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
async fn what_a_test_leaves_broken_is_mended_for_the_next() -> Result<()> {
    let broken = cluster().await?;
    let [first, second, third] = broken.members() else { panic!("three members") };
    first.kill()?;
    second.pause()?;
    broken.isolate(third);
    drop(broken);
    let mended = cluster().await?;
    assert_eq!(mended.secondaries().await.len(), 2);
    mended.wait_for_primary().await?;
    Ok(())
}

#[tokio::test]
async fn a_cluster_of_its_own_has_its_options_and_leaves_nothing_behind() -> Result<()> {
    let options = ClusterOptions::new()
        .heartbeat_interval(Duration::from_millis(200))
        .transaction_lifetime(5)
        .server(ServerOptions::new().oplog_mb(32));
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
