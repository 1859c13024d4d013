//! What may be behind decides no transaction.

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

async fn run(store: &Store<App, StaleReadAllowed>) -> Result<(), Error> {
    store.transaction(SnapshotTransaction, |_| Box::pin(async move { Ok(()) })).await
}

fn main() {}
