//! Secondaries that fall behind, and writes that are taken back.

use mongo_testkit::{
    Error, FailPoint, Result,
    mongodb::{
        bson::doc,
        options::{Acknowledgment, WriteConcern},
    },
};

use super::{
    A_WHILE, PATIENCE, alone, cluster, ids, insert_eventually, is_write_concern_error, items,
    items_of,
};

#[tokio::test]
async fn while_both_secondaries_lag_no_write_reaches_a_majority() -> Result<()> {
    let cluster = cluster().await?;
    let db = cluster.database("lag").await?;
    insert_eventually(&db, 0).await;
    let primary = cluster.wait_for_primary().await?;
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
    let err = cluster
        .roll_back(async |primary| {
            let client = alone(primary).await;
            let items = items_of(&client, &db);
            items.insert_one(doc! { "_id": 2 }).await.expect("acknowledged");
            let concern = WriteConcern::builder();
            let concern = concern.w(Acknowledgment::Majority).w_timeout(A_WHILE).build();
            let write = items.insert_one(doc! { "_id": 3 }).write_concern(concern);
            let err = write.await.expect_err("not by a majority");
            client.shutdown().immediate(true).await;
            err
        })
        .await?;
    assert!(is_write_concern_error(&err, 64), "{err:?}");
    insert_eventually(&db, 4).await;
    assert_eq!(ids(&db).await.expect("ids"), [1, 4]);
    db.close().await
}

#[tokio::test]
async fn a_fail_point_is_on_on_one_member_for_the_clients_of_one_database() -> Result<()> {
    let cluster = cluster().await?;
    let (db, other) = (cluster.database("mine").await?, cluster.database("other").await?);
    let primary = cluster.wait_for_primary().await?;
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
