//! Three servers, one replica set: each fault is seen from a client.

use std::time::Duration;

use mongo_testkit::{
    Cluster, ClusterLease, ClusterOptions, Member, Result, TestDb,
    mongodb::{
        Client, Collection,
        bson::{Document, doc},
        error::{ErrorKind, WriteFailure},
    },
};
use tokio::time::Instant;

mod life;
mod links;
mod processes;
mod replication;

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
