//! Members that are cut off from each other, from clients, or from their answers.

use mongo_testkit::{
    Result,
    mongodb::{Client, bson::doc, error::ErrorKind},
};
use tokio::time::{Instant, sleep, timeout};

use super::{A_WHILE, PATIENCE, alone, cluster, ids, insert_eventually, items_of};

#[tokio::test]
async fn a_write_on_a_primary_without_peers_is_acknowledged_and_gone_when_they_are_back()
-> Result<()> {
    let cluster = cluster().await?;
    let db = cluster.database("without_peers").await?;
    insert_eventually(&db, 1).await;
    // It steps down after the election timeout: a machine that is busy for that long gets another try.
    let deadline = Instant::now() + PATIENCE;
    let old = loop {
        let old = cluster.wait_for_primary().await?;
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
    let primary = cluster.wait_for_primary().await?;
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
    let primary = cluster.wait_for_primary().await?;
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
    let old = cluster.wait_for_primary().await?;
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
    let primary = cluster.wait_for_primary().await?;
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
