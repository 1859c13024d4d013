//! The future of a body can go from thread to thread.

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

async fn show(store: &Store<App>) -> Result<(), Error> {
    let lines = &store.collection::<Line>();
    store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                let shared = std::rc::Rc::new(1);
                lines.count(AllDocuments).within(tx).await?;
                drop(shared);
                Ok(())
            })
        })
        .await
}

fn main() {}
