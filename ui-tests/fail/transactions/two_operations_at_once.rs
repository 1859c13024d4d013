//! The operations of a transaction run one after the other.

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

async fn both(store: &Store<App>) -> Result<(), Error> {
    let lines = &store.collection::<Line>();
    store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                let one = lines.count(AllDocuments).within(tx);
                let other = lines.count(AllDocuments).within(tx);
                one.await?;
                other.await.map(drop)
            })
        })
        .await
}

fn main() {}
