//! A body may run again, so it changes no variable of its surroundings.

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

async fn count(store: &Store<App>) -> Result<(), Error> {
    let mut n_runs = 0;
    let (n_runs, lines) = (&mut n_runs, &store.collection::<Line>());
    store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                *n_runs += 1;
                lines.count(AllDocuments).within(tx).await.map(drop)
            })
        })
        .await
}

fn main() {}
