//! A rolling deployment: the old and the new binary of one application run as processes against one collection.

use std::process::Command;

use mongo_runtime::{
    catalog,
    db::{Admin, AdminConfig, Environment, StoredVersion},
    error::Error,
    prelude::*,
};
use mongo_testkit::TestDb;

const OLD: &str = env!("CARGO_BIN_EXE_shop-v1");
const NEW: &str = env!("CARGO_BIN_EXE_shop-v2");

/// Runs a binary with steps, and gives the line of each.
async fn run(db: &TestDb, binary: &'static str, steps: &'static [(&str, i32)]) -> Vec<String> {
    let mut command = Command::new(binary);
    command.arg(db.uri()).arg(db.name());
    for (step, id) in steps {
        command.args([(*step).to_owned(), id.to_string()]);
    }
    let output = tokio::task::spawn_blocking(move || command.output());
    let output = output.await.expect("no panic").expect("the binary is built");
    let told = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{binary}: {told}");
    told.lines().map(str::to_owned).collect()
}

/// What the administrator of the deployment knows: the new version, with the old one still live.
#[derive(Document)]
#[mongo(collection = "orders", schema_version = 2, reads(OrderV1))]
struct Order {
    #[mongo(id)]
    id: i32,
    paid: bool,
    cents: i64,
}

#[derive(Document)]
#[mongo(collection = "orders", schema_version = 1)]
struct OrderV1 {
    #[mongo(id)]
    id: i32,
    paid: bool,
    #[mongo(max_len = 20)]
    total: String,
}

impl Upgrade<OrderV1> for Order {
    fn upgrade(old: OrderV1) -> Result<Self, UpgradeError> {
        let cents = old.total.parse().map_err(|_| UpgradeError::new("no number"))?;
        Ok(Self { id: old.id, paid: old.paid, cents })
    }
}

catalog! {
    /// The catalog of the administrator.
    Shop: documents(Order)
}

#[mongo_testkit::test]
async fn two_binaries_of_one_application_work_side_by_side(db: TestDb) -> Result<(), Error> {
    let config = AdminConfig::new(db.uri(), db.name()).environment(Environment::Test);
    let admin = Admin::connect(config).await?;
    let _ = admin.provision::<Shop>().await?;

    // Both insert at the same time, under one validator.
    let (old, new) = tokio::join!(
        run(&db, OLD, &[("insert", 1), ("insert", 2), ("insert", 3)]),
        run(&db, NEW, &[("insert", 11), ("insert", 12)]),
    );
    assert_eq!((old.len(), new.len()), (3, 2));

    // Each reads what the other wrote.
    let read = run(&db, OLD, &[("read", 1), ("read", 11)]).await;
    assert_eq!(read, ["(false, \"3\")", "(false, \"3\")"]);
    let read = run(&db, NEW, &[("read", 1), ("read", 11)]).await;
    assert_eq!(read, ["(false, 300)", "(false, 300)"]);

    // What both versions store alike is updated by either; what they don't, by its own.
    let done = run(&db, OLD, &[("pay", 1), ("pay", 11), ("raise", 1), ("raise", 11)]).await;
    assert_eq!(done, ["updated 1", "updated 1", "updated 1", "NewerVersion { current: 1 }"]);
    let done = run(&db, NEW, &[("pay", 2), ("pay", 12), ("raise", 12), ("raise", 2)]).await;
    assert_eq!(done, ["updated 1", "updated 1", "updated 1", "OlderVersion { current: 2 }"]);
    let done = run(&db, NEW, &[("upgrade-and-raise", 2), ("read", 2), ("read", 1)]).await;
    assert_eq!(done, ["updated 1", "(true, 301)", "(true, 900)"]);
    assert_eq!(run(&db, OLD, &[("read", 2)]).await, ["(true, \"3\")"]);

    let census = admin.census::<Order>().await?;
    let counted: Vec<_> =
        census.versions().iter().map(|it| (it.version.clone(), it.n_documents)).collect();
    assert_eq!(counted, [(StoredVersion::Number(1), 2), (StoredVersion::Number(2), 3)]);
    admin.close().await;
    Ok(())
}
