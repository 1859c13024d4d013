//! What each consistency profile is worth on three servers that fail.

use std::time::Duration;

use mongo_runtime::{catalog, error::Error, prelude::*};
use mongo_testkit::{Cluster, ClusterLease, ClusterOptions, TestDb};

mod lag;
mod roll_back;
mod writer;

/// For what a healthy cluster does at once, on a machine that is busy with a build.
const PATIENCE: Duration = Duration::from_secs(60);

/// For what must not happen.
const A_WHILE: Duration = Duration::from_millis(1_500);

type Done = Result<(), Box<dyn std::error::Error>>;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "entries")]
struct Entry {
    #[mongo(id)]
    id: i32,
    n: i64,
}

catalog! { Ledger: documents(Entry) }

/// The cluster of all tests here. A busy machine must not bring elections that no test has asked for.
async fn cluster() -> mongo_testkit::Result<ClusterLease> {
    Cluster::shared(&ClusterOptions::new().election_timeout(Duration::from_secs(2))).await
}

/// A store with its own view of the cluster as it is now.
async fn store(db: &TestDb) -> Result<Store<Ledger>, Error> {
    Store::connect(StoreConfig::new(db.uri(), db.name())).await
}

/// Repeats what may fail while a cluster finds its primary, until it gives something.
async fn eventually<T>(what: &str, mut ask: impl AsyncFnMut() -> Result<Option<T>, Error>) -> T {
    let deadline = tokio::time::Instant::now() + PATIENCE;
    loop {
        let answer = ask().await;
        if let Ok(Some(found)) = answer {
            return found;
        }
        let error = answer.err();
        assert!(tokio::time::Instant::now() < deadline, "still not {what}: {error:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
