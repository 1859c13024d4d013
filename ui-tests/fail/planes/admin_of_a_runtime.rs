//! An administrator has a credential of its own: a store's configuration makes none.

use mongo_runtime::db::{Admin, StoreConfig};

async fn provision(config: StoreConfig) {
    let _ = Admin::connect(config).await;
}

fn main() {}
