//! A read that may be behind is no part of a transaction.

use mongo_runtime::{
    db::{Store, consistency::{SnapshotTransaction, StaleReadAllowed}},
    error::Error,
    prelude::*,
};

#[derive(Document)]
#[mongo(collection = "lines")]
struct Line {
    #[mongo(id)]
    id: i32,
    n: i64,
}

mongo_runtime::catalog! {
    App: documents(Line)
}

async fn run(store: &Store<App>) -> Result<(), Error> {
    let lines = &store.collection::<Line>().consistency(StaleReadAllowed);
    store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move { lines.find_one(by_id(1)).within(tx).await.map(drop) })
        })
        .await
}

fn main() {}
