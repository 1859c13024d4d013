//! A writer with the default profile while primaries fail.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeSet,
    time::Duration,
};

use mongo_runtime::{
    db::{Collection, Reconciled},
    error::Error,
    prelude::*,
};
use mongo_testkit::Cluster;

use super::{Done, Entry, PATIENCE, cluster, eventually, store};

/// The document that counts; all others are written once.
const COUNTER: i32 = 0;

/// More than the faults take on any machine.
const MAX_WRITES: i32 = 8_000;

/// What became of the writes, as the writer was told.
#[derive(Default)]
struct Told {
    done: RefCell<BTreeSet<i32>>,
    not_done: RefCell<BTreeSet<i32>>,
    unknown: RefCell<BTreeSet<i32>>,
    counted: Cell<i64>,
    maybe_counted: Cell<i64>,
    is_over: Cell<bool>,
}

impl Told {
    /// Writes until the faults are over: a document, and one more on the counter.
    async fn write(&self, entries: &Collection<Entry>) {
        for id in 1..MAX_WRITES {
            if self.is_over.get() {
                return;
            }
            let written = entries.insert_one(&entry(id)).deadline(LIMIT).await;
            let into = match written {
                Ok(()) => &self.done,
                Err(error) if error.is_ambiguous() => &self.unknown,
                Err(_) => &self.not_done,
            };
            into.borrow_mut().insert(id);
            let count = entries.update_one(by_id(COUNTER), Entry::fields().n().inc(1));
            match count.deadline(LIMIT).await {
                Ok(updated) => self.counted.set(self.counted.get() + updated.modified() as i64),
                Err(error) if error.is_ambiguous() => {
                    self.maybe_counted.set(self.maybe_counted.get() + 1);
                }
                Err(_) => {}
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{MAX_WRITES} writes, and the faults are not over");
    }

    /// Waits until more writes were confirmed.
    async fn goes_on(&self) {
        let n_before = self.done.borrow().len();
        let more = async || Ok((self.done.borrow().len() >= n_before + 10).then_some(()));
        eventually("ten more confirmed writes", more).await;
    }
}

/// How long a write may take: a pause of the primary outlasts it.
const LIMIT: Duration = Duration::from_secs(3);

fn entry(id: i32) -> Entry {
    Entry { id, n: id.into() }
}

/// The primary is killed, paused and told to step down, one after the other.
async fn break_primaries(cluster: &Cluster, told: &Told) -> mongo_testkit::Result<()> {
    told.goes_on().await;
    let old = cluster.wait_for_primary().await?;
    old.kill()?;
    cluster.wait_for_primary_other_than(old).await?;
    told.goes_on().await;
    old.restart().await?;
    cluster.wait_until_caught_up().await?;

    let old = cluster.wait_for_primary().await?;
    old.pause()?;
    cluster.wait_for_primary_other_than(old).await?;
    told.goes_on().await;
    old.resume()?;
    cluster.wait_until_caught_up().await?;

    let old = cluster.wait_for_primary().await?;
    old.step_down(20).await?;
    cluster.wait_for_primary_other_than(old).await?;
    told.goes_on().await;
    Ok(())
}

/// The documents that a majority has, without the counter.
async fn stored(entries: &Collection<Entry>) -> Result<BTreeSet<i32>, Error> {
    let found = entries.find(Entry::fields().id().gt(COUNTER)).limit(10_000).await?;
    Ok(found.collect().await?.iter().map(|entry| entry.id).collect())
}

#[tokio::test]
async fn no_confirmed_write_is_lost_and_none_is_done_twice() -> Done {
    let cluster = cluster().await?;
    let db = cluster.database("writer").await?;
    let store = store(&db).await?;
    let entries = store.collection::<Entry>();
    entries.insert_one(&Entry { id: COUNTER, n: 0 }).deadline(PATIENCE).await?;

    let told = Told::default();
    let faults = async {
        let broken = break_primaries(&cluster, &told).await;
        told.is_over.set(true);
        broken
    };
    let (broken, ()) = tokio::join!(faults, told.write(&entries));
    broken?;
    cluster.wait_until_caught_up().await?;

    let mut expected = told.done.take();
    for id in told.unknown.take() {
        let lost = entry(id);
        let ask = async || entries.reconcile_insert(&lost).await.map(Some);
        match eventually("an answer", ask).await {
            Reconciled::Applied => assert!(expected.insert(id)),
            Reconciled::NotSeen => {}
            other => panic!("nobody else has written {id}: {other:?}"),
        }
    }
    let stored = eventually("all documents", async || stored(&entries).await.map(Some)).await;
    assert_eq!(stored, expected, "each confirmed write is there, and no write that was not done");
    assert!(told.not_done.take().is_disjoint(&stored));

    let counter = eventually("the counter", async || entries.find_one(by_id(COUNTER)).await).await;
    let (least, open) = (told.counted.get(), told.maybe_counted.get());
    assert!((least..=least + open).contains(&counter.n), "{} of {least} + {open}", counter.n);
    store.close().await;
    db.close().await?;
    Ok(())
}
