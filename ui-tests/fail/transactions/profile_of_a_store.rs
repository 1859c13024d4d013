//! A store's profile is none of a transaction.

use mongo_runtime::{
    db::{Store, consistency::PrimaryMajority},
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
    store.transaction(PrimaryMajority, |_| Box::pin(async move { Ok(()) })).await
}

fn main() {}
