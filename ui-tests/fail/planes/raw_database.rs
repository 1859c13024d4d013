//! A store gives out neither the driver's client nor its database.

use mongo_runtime::{db::Store, prelude::*};

#[derive(Document)]
#[mongo(collection = "lines")]
struct Line {
    #[mongo(id)]
    id: i32,
}

mongo_runtime::catalog! {
    App: documents(Line)
}

fn look(store: &Store<App>) {
    store.database();
}

fn main() {}
