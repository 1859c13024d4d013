//! Bulk writes that end in the middle, and what a second run makes of them.

use std::process::{Command, Stdio};

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    db::{BulkWrite, Store, StoreConfig},
    error::{Error, ItemStatus, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::{Fault, Proxy, TestDb};
use mongo_tests::canary::{CANARY, assert_clean_error};

use crate::support::{Account, Bank, Entry, account, until};

const URI: &str = "INTERRUPTED_URI";
const N_ITEMS: usize = 60;

async fn store(uri: &str, database: &str) -> Store<Bank> {
    Store::connect(StoreConfig::new(uri, database)).await.expect("the server runs")
}

/// Neighbours are in different collections, so that each is a command of its own.
fn import(store: &Store<Bank>) -> BulkWrite {
    let (accounts, entries) = (store.collection::<Account>(), store.collection::<Entry>());
    let mut bulk = store.bulk_write();
    for id in 0..i32::try_from(N_ITEMS / 2).unwrap() {
        bulk = bulk
            .add(accounts.insert_one(&account(id, 0)))
            .add(entries.insert_one(&Entry { id, text: CANARY.to_owned() }));
    }
    bulk
}

async fn n_stored(db: &TestDb) -> u64 {
    let mut n = 0;
    for name in ["accounts", "entries"] {
        let all = db.database().collection::<BsonDocument>(name);
        n += all.count_documents(doc! {}).await.unwrap();
    }
    n
}

fn letters(error: &Error) -> String {
    let letter = |item: &ItemStatus| match item {
        ItemStatus::Failed(_) => 'f',
        ItemStatus::NotAttempted => '-',
        ItemStatus::Unknown => '?',
        _ => 'd',
    };
    error.bulk().expect("of several items").items().iter().map(letter).collect()
}

#[mongo_testkit::test]
async fn a_bulk_write_that_breaks_at_any_item_tells_what_is_before_it_and_after_it(db: TestDb) {
    let proxy = Proxy::start(&db).await.unwrap();
    let store = store(&proxy.uri(), db.name()).await;
    let (accounts, entries) = (store.collection::<Account>(), store.collection::<Entry>());
    let bulk = || {
        store
            .bulk_write()
            .add(accounts.insert_one(&account(1, 0)))
            .add(accounts.update_one(by_id(1), Account::fields().n().inc(1)))
            .add(entries.insert_one(&Entry { id: 1, text: CANARY.to_owned() }))
            .add(accounts.update_many(AllDocuments, Account::fields().n().inc(1)))
            .add(accounts.delete_one(by_id(1)))
            .add(entries.delete_many(AllDocuments))
    };
    let commands = ["insert", "update", "insert", "update", "delete", "delete"];
    for (k, command) in commands.into_iter().enumerate() {
        for is_lost_late in [false, true] {
            for name in ["accounts", "entries"] {
                let all = db.database().collection::<BsonDocument>(name);
                all.delete_many(doc! {}).await.unwrap();
            }
            let n_before = commands[..k].iter().filter(|before| **before == command).count();
            let cut = if is_lost_late { Fault::cut_reply(0) } else { Fault::cut_request(0) };
            proxy.add(cut.command(command).skip(n_before).times(2));
            let error = bulk().await.expect_err("it breaks");
            proxy.clear();
            let what = format!("item {k}, late: {is_lost_late}: {error}");
            let expected = "d".repeat(k) + "?" + &"-".repeat(commands.len() - k - 1);
            assert_eq!(letters(&error), expected, "{what}");
            let (kind, outcome) = match k {
                0 => (Kind::Connection, Outcome::WriteResultUnknown),
                _ => (Kind::BulkPartialFailure, Outcome::PartialBulkWrite),
            };
            assert_eq!((error.kind(), error.outcome()), (kind, Some(outcome)), "{what}");
            assert!(error.is_ambiguous() && !error.is_retryable(), "{what}");
            assert_clean_error(&error, &what);
            // What is stored after so many items.
            let n_done = k + usize::from(is_lost_late);
            let n_expected = [0, 1, 1, 2, 2, 1, 0][n_done];
            assert_eq!(n_stored(&db).await, n_expected, "{what}");
        }
    }
}

/// The child's side; without its variable there is nothing to do.
#[tokio::test]
async fn child() {
    let Ok(place) = std::env::var(URI) else { return };
    let (uri, database) = place.split_once(' ').expect("a connection string and a database");
    let store = store(uri, database).await;
    import(&store).deadline(std::time::Duration::from_secs(60)).await.expect("it is killed");
}

#[mongo_testkit::test]
async fn a_second_run_of_a_bulk_write_whose_process_was_killed_makes_no_document_twice(db: TestDb) {
    for (fault, n_done) in [(Fault::drop_request(), 40), (Fault::drop_reply(), 41)] {
        for name in ["accounts", "entries"] {
            let all = db.database().collection::<BsonDocument>(name);
            all.delete_many(doc! {}).await.unwrap();
        }
        let proxy = Proxy::start(&db).await.unwrap();
        proxy.add(fault.command("insert").skip(40).always());
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "interrupted::child", "--nocapture"])
            .env(URI, format!("{} {}", proxy.uri(), db.name()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        until!("the child is in the middle", {
            assert!(child.try_wait().unwrap().is_none(), "the child has ended");
            proxy.hits() > 0 && n_stored(&db).await == n_done
        });
        child.kill().unwrap();
        child.wait().unwrap();

        let store = store(&db.uri(), db.name()).await;
        let error = import(&store).unordered().await.expect_err("a part is there");
        let n_done = usize::try_from(n_done).unwrap();
        let expected = "f".repeat(n_done) + &"d".repeat(N_ITEMS - n_done);
        assert_eq!(letters(&error), expected);
        for item in &error.bulk().unwrap().items()[..n_done] {
            let ItemStatus::Failed(failure) = item else { panic!("{item:?}") };
            assert_eq!(failure.kind(), Kind::DuplicateKey);
            assert_eq!(failure.duplicate_index().unwrap().name(), "_id_");
        }
        assert!(!error.is_ambiguous());
        assert_clean_error(&error, "a second run");
        assert_eq!(n_stored(&db).await, 60);
    }
}
