//! Money moves from one account to another: both change and an entry says so, or nothing of it is done.
//!
//! The entry is what tells whether a transfer was done, when the answer to its commit is lost.
//!
//! Run it with `cargo run -p mongo-examples --bin transfers`.

#![allow(clippy::print_stdout, reason = "a program that tells what it does")]

use mongo_runtime::{
    db::{
        Admin, AdminConfig, Environment, Store, StoreConfig, UseCaseError,
        consistency::{CausalMajority, SnapshotTransaction},
    },
    error::Error,
    operation,
    prelude::*,
};
use mongo_testkit::{Server, TestDb};

type Result<T, E = Box<dyn std::error::Error + Send + Sync>> = std::result::Result<T, E>;

#[derive(Document, Debug)]
#[mongo(collection = "accounts")]
struct Account {
    #[mongo(id, max_len = 20)]
    id: String,
    cents: i64,
}

#[derive(Document, Debug)]
#[mongo(collection = "entries")]
struct Entry {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 20)]
    from: String,
    #[mongo(max_len = 20)]
    to: String,
    cents: i64,
}

catalog! { Bank: documents(Account, Entry) }

/// Why a transfer was not done.
#[derive(Debug)]
enum NotDone {
    NoSuchAccount,
    TooLittle { cents: i64 },
    Store(Error),
}

impl From<Error> for NotDone {
    fn from(error: Error) -> Self {
        Self::Store(error)
    }
}

/// Tells the transaction which errors are of the store: after a transient one, the body runs again.
impl UseCaseError for NotDone {
    fn store_error(&self) -> Option<&Error> {
        match self {
            Self::Store(error) => Some(error),
            _ => None,
        }
    }
}

/// Moves money. What is left on the account that it came from.
async fn transfer(store: &Store<Bank>, entry: &Entry) -> Result<i64, NotDone> {
    let (accounts, entries) = (&store.collection::<Account>(), &store.collection::<Entry>());
    store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                let Entry { from, to, cents, .. } = entry;
                let there = accounts.find_one(by_id(from.clone())).within(tx).await?;
                let left = there.ok_or(NotDone::NoSuchAccount)?.cents - cents;
                if left < 0 {
                    return Err(NotDone::TooLittle { cents: -left });
                }
                for (id, cents) in [(from, -cents), (to, *cents)] {
                    let moved = Account::fields().cents().inc(cents);
                    let moved = accounts.update_one(by_id(id.clone()), moved).within(tx).await?;
                    if moved.matched() == 0 {
                        return Err(NotDone::NoSuchAccount);
                    }
                }
                entries.insert_one(entry).within(tx).await?;
                Ok(left)
            })
        })
        .named(operation!("account.transfer"))
        .reconcile(|| entries.reconcile_insert(entry))
        .await
}

#[tokio::main]
async fn main() -> Result<()> {
    let server = Server::shared().await?;
    let db = server.database("transfers").await?;
    let told = tell(&db).await;
    db.close().await?;
    told
}

async fn tell(db: &TestDb) -> Result<()> {
    let config = AdminConfig::new(db.uri(), db.name()).environment(Environment::Local);
    let admin = Admin::connect(config).await?;
    let report = admin.provision::<Bank>().await?;
    admin.close().await;
    if !report.is_as_declared() {
        return Err("the collections are not as declared".into());
    }
    let store = Store::<Bank>::connect(StoreConfig::new(db.uri(), db.name())).await?;
    let accounts = store.collection::<Account>();
    accounts.insert_many(&[account("anna", 10_000), account("bert", 500)]).await?;

    match transfer(&store, &entry("anna", "bert", 2_500)).await {
        Ok(left) => println!("anna has {left} left"),
        Err(error) => return Err(format!("the transfer was not done: {error:?}").into()),
    }
    match transfer(&store, &entry("bert", "anna", 4_000)).await {
        Err(NotDone::TooLittle { cents }) => println!("bert lacks {cents}, and nothing was moved"),
        other => return Err(format!("bert has too little: {other:?}").into()),
    }
    match transfer(&store, &entry("anna", "nobody", 1)).await {
        Err(NotDone::NoSuchAccount) => println!("nobody has no account, and anna keeps the cent"),
        other => return Err(format!("there is no such account: {other:?}").into()),
    }

    // Four at once over the same two accounts: those that meet run again.
    let both: Vec<_> = [("anna", "bert"), ("bert", "anna"), ("anna", "bert"), ("bert", "anna")]
        .map(|(from, to)| (store.clone(), entry(from, to, 100)))
        .map(|(store, entry)| tokio::spawn(async move { transfer(&store, &entry).await }))
        .into();
    for done in both {
        done.await?.map_err(|error| format!("{error:?}"))?;
    }

    // What this session has done it sees, wherever it reads.
    let mine = store.consistency(CausalMajority);
    let n_entries = mine.collection::<Entry>().count(AllDocuments).await?;
    let mut sum = 0;
    for id in ["anna", "bert"] {
        let found = mine.collection::<Account>().find_one(by_id(id.to_owned())).await?;
        sum += found.ok_or("an account")?.cents;
    }
    println!("{n_entries} entries, and {sum} in all");
    store.close().await;
    Ok(())
}

fn account(id: &str, cents: i64) -> Account {
    Account { id: id.to_owned(), cents }
}

fn entry(from: &str, to: &str, cents: i64) -> Entry {
    Entry { id: ObjectId::new(), from: from.to_owned(), to: to.to_owned(), cents }
}
