//! A bulk write is many commands with results of their own.

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

async fn run(store: &Store<App>, line: &Line) -> Result<(), Error> {
    let lines = &store.collection::<Line>();
    store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                let _ = store.bulk_write().add(lines.insert_one(line)).within(tx);
                Ok(())
            })
        })
        .await
}

fn main() {}
