//! A store runs no raw command.

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
    store.run_command("ping");
}

fn main() {}
