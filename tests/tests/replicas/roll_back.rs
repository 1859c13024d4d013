//! Writes of a primary that is killed before anybody else has them.

use mongo_runtime::{
    db::{Reconciled, consistency::PrimaryLocal},
    error::{Kind, Outcome},
    prelude::*,
};

use super::{A_WHILE, Done, Entry, PATIENCE, cluster, eventually, store};

#[tokio::test]
async fn a_confirmed_local_write_may_be_undone_and_a_majority_write_is_not_confirmed() -> Done {
    let cluster = cluster().await?;
    let db = cluster.database("undone").await?;
    let store = store(&db).await?;
    let majority = store.collection::<Entry>();
    let local = majority.consistency(PrimaryLocal);
    let entry = |id| Entry { id, n: 0 };
    majority.insert_one(&entry(1)).deadline(PATIENCE).await?;

    let error = cluster
        .roll_back(async |_| {
            local.insert_one(&entry(2)).await.expect("confirmed");
            assert!(local.exists(by_id(2)).await.expect("a primary"), "and read");
            assert!(!majority.exists(by_id(2)).await.expect("a primary"), "not by a majority");
            let insert = majority.insert_one(&entry(3)).deadline(A_WHILE);
            insert.await.expect_err("no majority has it")
        })
        .await?;
    assert!(matches!(error.kind(), Kind::Timeout | Kind::WriteConcern), "{error}");
    assert_eq!(error.outcome(), Some(Outcome::WriteResultUnknown), "{error}");

    let is_there = async |id| {
        eventually("an answer", async || majority.exists(by_id(id)).await.map(Some)).await
    };
    assert!(is_there(1).await, "the majority had it");
    assert!(!is_there(2).await, "it was confirmed, and is gone");
    let lost = entry(3);
    let reconciled =
        eventually("an answer", async || majority.reconcile_insert(&lost).await.map(Some)).await;
    assert_eq!(reconciled, Reconciled::NotSeen, "it was never confirmed");
    store.close().await;
    db.close().await?;
    Ok(())
}
