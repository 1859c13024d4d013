//! A body may run again, so it takes what it needs by reference.

use mongo_runtime::{
    db::{Store, consistency::SnapshotTransaction},
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

async fn give(store: &Store<App>) -> Result<(), Error> {
    let line = Line { id: 1, n: 0 };
    let lines = &store.collection::<Line>();
    store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move { lines.insert_one(&line).within(tx).await })
        })
        .await
}

fn main() {}
