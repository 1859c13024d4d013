//! Reads of a secondary that has fallen behind.

use std::future::IntoFuture;

use mongo_runtime::{
    db::{
        Collection,
        consistency::{CausalMajority, StaleReadAllowed},
    },
    error::{Error, Kind},
    prelude::*,
};

use super::{A_WHILE, Done, Entry, PATIENCE, cluster, eventually, store};

/// What a stale read of the entry sees.
async fn seen(stale: &Collection<Entry, StaleReadAllowed>) -> Result<Option<i64>, Error> {
    let found = stale.find_one(by_id(1)).await?;
    Ok(found.map(|entry| entry.accept("a test looks at it").n))
}

#[tokio::test]
async fn a_causal_session_reads_its_own_writes_from_a_lagging_secondary() -> Done {
    let cluster = cluster().await?;
    let db = cluster.database("causal").await?;
    let primary = cluster.wait_for_primary().await?;
    let mut secondaries = cluster.others(primary);
    let (lagging, hidden) = (secondaries.next().expect("two"), secondaries.next().expect("two"));
    // The store knows of one secondary; the other one makes the majority.
    cluster.isolate_from_clients(hidden);
    let store = store(&db).await?;
    let mine = store.consistency(CausalMajority).collection::<Entry>();
    mine.insert_one(&Entry { id: 1, n: 1 }).deadline(PATIENCE).await?;
    let stale = store.consistency(StaleReadAllowed).collection::<Entry>();
    let has_first = async || Ok((seen(&stale).await? == Some(1)).then_some(()));
    eventually("the first value on the secondary", has_first).await;
    let lag = lagging.lag().await?;

    let set = Entry::fields().n().set(2);
    let _ = mine.update_one(by_id(1), set).deadline(PATIENCE).await?;
    // From the primary, until the driver has found the secondary.
    let has_old = async || Ok((seen(&stale).await? == Some(1)).then_some(()));
    eventually("the old value", has_old).await;

    let preferred = mine.secondary_preferred();
    let error = preferred.find_one(by_id(1)).deadline(A_WHILE).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (Kind::Timeout, None), "{error}");
    assert_eq!(seen(&stale).await?, Some(1), "the member is as far behind as before");

    let (found, off) =
        tokio::join!(preferred.find_one(by_id(1)).deadline(PATIENCE).into_future(), async {
            tokio::time::sleep(A_WHILE).await;
            lag.off().await
        });
    off?;
    assert_eq!(found?, Some(Entry { id: 1, n: 2 }), "it has waited for the member");
    store.close().await;
    cluster.heal();
    db.close().await?;
    Ok(())
}
