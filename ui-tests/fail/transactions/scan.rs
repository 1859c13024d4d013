//! A scan of a whole collection is no part of a transaction.

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

async fn run(store: &Store<App>) -> Result<(), Error> {
    let lines = &store.collection::<Line>();
    store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                let _ = lines.scan("to count").within(tx);
                Ok(())
            })
        })
        .await
}

fn main() {}
