//! A bank, and what it holds.

use std::time::Duration;

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    catalog,
    db::{Collection, Retry, Store, StoreConfig, Tx},
    error::{Error, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::{Server, ServerOptions, TestDb};
use mongo_tests::canary::{CANARY, assert_clean_error, assert_clean_log, listen_to_log};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "accounts", owns_document)]
pub(crate) struct Account {
    #[mongo(id)]
    pub(crate) id: i32,
    #[mongo(max_len = 64)]
    pub(crate) owner: String,
    pub(crate) balance: i64,
    #[mongo(max_items = 8)]
    pub(crate) notes: Vec<i32>,
    #[mongo(revision)]
    pub(crate) revision: Revision,
}

/// Says that a transfer was done, in the same transaction.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "entries")]
pub(crate) struct Entry {
    #[mongo(id)]
    pub(crate) id: i32,
    pub(crate) amount: i64,
}

catalog! {
    /// The catalog of the bank.
    pub(crate) Bank: documents(Account, Entry)
}

pub(crate) type Done = Result<(), Error>;

pub(crate) fn account(id: i32) -> Account {
    let owner = CANARY.to_owned();
    Account { id, owner, balance: 100, notes: Vec::new(), revision: Revision::FIRST }
}

pub(crate) fn config(db: &TestDb) -> StoreConfig {
    listen_to_log();
    StoreConfig::new(db.uri(), db.name())
}

/// A server of the test's own, which gives up a transaction that nobody ends after a few seconds: so a commit that never arrives holds
/// nobody else up.
pub(crate) async fn impatient() -> Server {
    let options = ServerOptions::new().parameter("transactionLifetimeLimitSeconds", "2");
    Server::start_own(&options).await.expect("a server starts")
}

/// A store with two accounts of 100 each, and an empty collection of entries.
pub(crate) async fn bank(db: &TestDb) -> Store<Bank> {
    let store = Store::<Bank>::connect(config(db)).await.expect("the server runs");
    store.collection().insert_many(&[account(1), account(2)]).await.expect("an empty database");
    db.database().create_collection("entries").await.expect("an empty database");
    store
}

/// Moves an amount from the first account to the second, and notes it.
pub(crate) async fn transfer(store: &Store<Bank>, tx: &mut Tx<'_>, amount: i64) -> Done {
    let accounts: Collection<Account> = store.collection();
    let balance = || Account::fields().balance();
    let taken = accounts.update_one(by_id(1), balance().inc(-amount)).within(tx).await?;
    let given = accounts.update_one(by_id(2), balance().inc(amount)).within(tx).await?;
    assert_eq!((taken.matched(), given.matched()), (1, 1));
    store.collection::<Entry>().insert_one(&Entry { id: 1, amount }).within(tx).await
}

/// The two balances and how many entries there are, as any other client sees them: the server is one node.
pub(crate) async fn stored(db: &TestDb) -> (i64, i64, u64) {
    let accounts = db.database().collection::<BsonDocument>("accounts");
    let mut balances = [0; 2];
    for (id, balance) in (1..).zip(&mut balances) {
        let found = accounts.find_one(doc! { "_id": id }).await.expect("the server runs");
        *balance = found.expect("an account").get_i64("balance").expect("a number");
    }
    let entries = db.database().collection::<BsonDocument>("entries");
    let n_entries = entries.count_documents(doc! {}).await.expect("the server runs");
    (balances[0], balances[1], n_entries)
}

/// So often at most, with short waits.
pub(crate) fn times(max_attempts: u32) -> Retry {
    let max_elapsed = Duration::from_secs(120);
    Retry { max_attempts, max_elapsed, max_wait: Duration::from_millis(100), ..Retry::default() }
}

/// Nothing was moved.
pub(crate) const BEFORE: (i64, i64, u64) = (100, 100, 0);

/// Ten were moved, once.
pub(crate) const AFTER: (i64, i64, u64) = (90, 110, 1);

/// Looks at kind and outcome, and for values in all texts of the error and in the log.
#[track_caller]
pub(crate) fn assert_failed(error: &Error, kind: Kind, outcome: impl Into<Option<Outcome>>) {
    assert_clean_error(error, "an error");
    assert_clean_log("the log");
    assert_eq!((error.kind(), error.outcome()), (kind, outcome.into()), "{error}");
}
