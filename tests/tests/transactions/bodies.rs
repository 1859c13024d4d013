//! Bodies: what they borrow, where they run, what they give, how they end.

use std::{
    pin::Pin,
    sync::atomic::{AtomicU32, Ordering},
};

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    db::{
        Store, Tx, TxFuture, UseCaseError,
        consistency::{ShortWrite, SnapshotTransaction},
    },
    error::{Error, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::TestDb;

use crate::support::{
    AFTER, Account, BEFORE, Bank, Done, account, assert_failed, bank, stored, times, transfer,
};

/// A service with state of its own, as applications have.
struct Service {
    store: Store<Bank>,
    amount: i64,
}

impl Service {
    /// Borrows itself, its arguments and a local, and loops over awaits.
    async fn note(&self, id: i32, notes: &[i32]) -> Result<i64, Error> {
        let (local, accounts) = (notes.len(), self.store.collection::<Account>());
        let (local, accounts) = (&local, &accounts);
        self.store
            .transaction(SnapshotTransaction, |tx| {
                Box::pin(async move {
                    for note in notes {
                        let push = Account::fields().notes().push(*note);
                        let pushed = accounts.update_one(by_id(id), push).within(tx).await?;
                        assert_eq!(pushed.matched(), 1);
                    }
                    let found = accounts.find_one(by_id(id)).within(tx).await?;
                    let n_notes = found.map_or(0, |account| account.notes.len());
                    assert_eq!(n_notes, *local);
                    Ok(self.amount)
                })
            })
            .await
    }

    fn boxed<'a>(
        &'a self,
        notes: &'a [i32],
    ) -> Pin<Box<dyn Future<Output = Result<i64, Error>> + Send + 'a>> {
        Box::pin(async move { self.note(1, notes).await })
    }
}

trait Notes {
    fn all(&self, notes: &[i32]) -> impl Future<Output = Result<i64, Error>> + Send;
}

impl Notes for Service {
    async fn all(&self, notes: &[i32]) -> Result<i64, Error> {
        self.note(2, notes).await
    }
}

/// A helper that is generic over the body. TX-02.
async fn once<'env, T: Send + 'env>(
    store: &Store<Bank>,
    body: impl for<'t> FnMut(&'t mut Tx<'env>) -> TxFuture<'t, T> + Send + 'env,
) -> Result<T, Error> {
    store.transaction(ShortWrite, body).retry_body(times(1)).await
}

#[mongo_testkit::test]
async fn a_transaction_runs_in_a_spawned_task_a_box_and_a_trait(db: TestDb) -> Done {
    let service = std::sync::Arc::new(Service { store: bank(&db).await, amount: 7 });
    let spawned = service.clone();
    let spawned = tokio::spawn(async move { spawned.note(1, &[1, 2]).await });
    assert_eq!(spawned.await.expect("no panic")?, 7);
    let accounts = service.store.collection::<Account>();
    let none = Account::fields().notes().set(vec![]);
    assert_eq!(accounts.update_one(by_id(1), none).await?.matched(), 1);
    assert_eq!(service.boxed(&[1, 2, 3]).await?, 7);
    assert_eq!(service.all(&[4]).await?, 7);
    let (store, name) = (&service.store, String::from("by reference"));
    let name = &name;
    let given = once(store, |tx| {
        Box::pin(async move {
            transfer(store, tx, 10).await?;
            Ok(name.len())
        })
    });
    assert_eq!((given.await?, stored(&db).await), (12, AFTER));
    Ok(())
}

/// The application's own errors, with one of the store among them.
#[derive(Debug)]
enum Refusal {
    Broke { lacks: i64 },
    Store(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Store(error)
    }
}

impl UseCaseError for Refusal {
    fn store_error(&self) -> Option<&Error> {
        match self {
            Self::Broke { .. } => None,
            Self::Store(error) => Some(error),
        }
    }
}

/// TX-05, TX-08.
#[mongo_testkit::test]
async fn an_error_of_the_application_aborts_at_once_and_comes_out_typed(db: TestDb) {
    let (store, n_runs) = (&bank(&db).await, &AtomicU32::new(0));
    let refused: Result<(), Refusal> = store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                n_runs.fetch_add(1, Ordering::Relaxed);
                transfer(store, tx, 500).await?;
                let account = store.collection::<Account>().find_one(by_id(1)).within(tx).await?;
                match account.map_or(0, |account| account.balance) {
                    balance if balance < 0 => Err(Refusal::Broke { lacks: -balance }),
                    _ => Ok(()),
                }
            })
        })
        .await;
    assert!(matches!(refused, Err(Refusal::Broke { lacks: 400 })), "{refused:?}");
    assert_eq!((n_runs.load(Ordering::Relaxed), stored(&db).await), (1, BEFORE));
}

/// D10.
#[mongo_testkit::test]
async fn a_body_that_swallows_an_error_commits_nothing_and_is_not_run_again(db: TestDb) {
    let (store, n_runs) = (&bank(&db).await, &AtomicU32::new(0));
    let error = store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                n_runs.fetch_add(1, Ordering::Relaxed);
                transfer(store, tx, 10).await?;
                let again = transfer(store, tx, 10).await.unwrap_err();
                assert_eq!(again.kind(), Kind::DuplicateKey, "{again}");
                let after = store.collection::<Account>().count(AllDocuments).within(tx).await;
                assert_eq!(after.unwrap_err().outcome(), None);
                Ok::<_, Error>(())
            })
        })
        .await
        .unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
    assert!(error.to_string().contains("give the error back"), "{error}");
    assert_eq!((n_runs.load(Ordering::Relaxed), stored(&db).await), (1, BEFORE));
}

/// D11.
#[mongo_testkit::test]
async fn a_body_that_panics_is_aborted_and_the_panic_goes_on(db: TestDb) {
    let store = bank(&db).await;
    let spawned = store.clone();
    let panicked = tokio::spawn(async move {
        let store = &spawned;
        store
            .transaction(SnapshotTransaction, |tx| {
                Box::pin(async move {
                    transfer(store, tx, 10).await?;
                    if tx_is_open() {
                        panic!("a fault of the application");
                    }
                    Ok::<_, Error>(())
                })
            })
            .await
    });
    assert!(panicked.await.unwrap_err().is_panic());
    assert_free(&store, &db).await;
}

fn tx_is_open() -> bool {
    true
}

/// TX-07.
#[mongo_testkit::test]
async fn a_transaction_that_is_dropped_is_aborted(db: TestDb) {
    let store = bank(&db).await;
    let (begun, wait) = (&tokio::sync::Notify::new(), &store);
    let transaction = wait.transaction(SnapshotTransaction, |tx| {
        Box::pin(async move {
            transfer(wait, tx, 10).await?;
            begun.notify_one();
            std::future::pending::<Result<(), Error>>().await
        })
    });
    tokio::select! {
        ended = transaction => panic!("it can't end: {ended:?}"),
        () = begun.notified() => {}
    }
    assert_free(&store, &db).await;
}

/// Nothing was written, and nothing holds the documents: one more transfer is done.
async fn assert_free(store: &Store<Bank>, db: &TestDb) {
    assert_eq!(stored(db).await, BEFORE);
    store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move { transfer(store, tx, 10).await })
        })
        .retry_body(times(1_000))
        .await
        .expect("no lock is left");
    assert_eq!(stored(db).await, AFTER);
}

/// D1, D4: eight tasks, 20 transfers each, no sum that differs.
#[mongo_testkit::test]
async fn transfers_that_meet_are_each_done_once(db: TestDb) {
    let store = bank(&db).await;
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                for _ in 0..20 {
                    let (store, accounts) = (&store, &store.collection::<Account>());
                    store
                        .transaction(SnapshotTransaction, |tx| {
                            Box::pin(async move {
                                let balance = || Account::fields().balance();
                                for (id, amount) in [(1, -1), (2, 1)] {
                                    let moved = balance().inc(amount);
                                    let moved = accounts.update_one(by_id(id), moved);
                                    assert_eq!(moved.within(tx).await?.matched(), 1);
                                }
                                let all = accounts.find(AllDocuments).limit(10).within(tx).await?;
                                let sum: i64 = all.iter().map(|account| account.balance).sum();
                                assert_eq!(sum, 200);
                                Ok::<_, Error>(())
                            })
                        })
                        .retry_body(times(10_000))
                        .deadline(std::time::Duration::from_secs(120))
                        .await
                        .expect("one of the runs");
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("no panic");
    }
    assert_eq!(stored(&db).await, (100 - 160, 100 + 160, 0));
}

/// Ten transactions one after the other use one session of the server: one that was committed is free at once.
#[mongo_testkit::test]
async fn a_session_is_used_again_after_a_commit(db: TestDb) {
    let store = &bank(&db).await;
    let accounts = &store.collection::<Account>();
    db.database().run_command(doc! { "profile": 2 }).await.expect("the server runs");
    for _ in 0..10 {
        let found = store
            .transaction(ShortWrite, |tx| {
                Box::pin(async move { accounts.find_one(by_id(1)).within(tx).await })
            })
            .await
            .expect("no fault");
        assert_eq!(found, Some(account(1)));
    }
    let seen = doc! { "command.find": "accounts", "command.autocommit": false };
    let log = db.database().collection::<BsonDocument>("system.profile");
    let sessions = log.distinct("command.lsid.id", seen.clone()).await.expect("the server runs");
    assert_eq!(sessions.len(), 1, "sessions of ten transactions");
    assert_eq!(log.count_documents(seen).await.expect("the server runs"), 10);
}
