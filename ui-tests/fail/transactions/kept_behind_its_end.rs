//! A transaction does not outlive its body.

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

async fn keep(store: &Store<App>) -> Result<(), Error> {
    let mut kept = None;
    store
        .transaction(SnapshotTransaction, |tx| {
            kept = Some(tx);
            Box::pin(async move { Ok(()) })
        })
        .await
}

fn main() {}
