//! Members that are killed, paused, ended, or told to step down.

use mongo_testkit::{
    Member, Result,
    mongodb::{
        bson::doc,
        options::{Acknowledgment, WriteConcern},
    },
};

use super::{cluster, ids, insert_eventually, items};

#[tokio::test]
async fn a_killed_primary_is_replaced_and_comes_back_as_a_secondary() -> Result<()> {
    let cluster = cluster().await?;
    let db = cluster.database("killed").await?;
    insert_eventually(&db, 1).await;
    let old = cluster.wait_for_primary().await?;
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
    let first = cluster.wait_for_primary().await?;
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
    let old = cluster.wait_for_primary().await?;
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
