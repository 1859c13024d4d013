//! Faults of the server in a body and at the commit. The server is one of the test's own, or the fail point is of this test's client.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use mongo_runtime::{
    db::{Reconciled, Store, consistency::SnapshotTransaction},
    error::{Error, Kind, Outcome},
};
use mongo_testkit::{FailPoint, TestDb};

use crate::support::{
    AFTER, BEFORE, Bank, Entry, assert_failed, bank, impatient, stored, times, transfer,
};

/// A transfer of ten, and how often its body ran.
async fn run(store: &Store<Bank>) -> (Result<(), Error>, u32) {
    let n_runs = &AtomicU32::new(0);
    let done = store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                n_runs.fetch_add(1, Ordering::Relaxed);
                transfer(store, tx, 10).await
            })
        })
        .await;
    (done, n_runs.load(Ordering::Relaxed))
}

#[mongo_testkit::test]
async fn all_of_it_is_done(db: TestDb) {
    let store = bank(&db).await;
    let (done, n_runs) = run(&store).await;
    done.expect("no fault");
    assert_eq!((n_runs, stored(&db).await), (1, AFTER));
}

/// D01, D1, D2: each kind of transient error in the body, once and twice.
#[mongo_testkit::test]
async fn a_transient_error_in_the_body_runs_it_again_whole(db: TestDb) {
    let transient = ["TransientTransactionError"];
    for (command, code) in [("update", 112), ("insert", 112), ("update", 10107), ("insert", 251)] {
        for n_times in [1, 2] {
            let store = bank(&db).await;
            let fault = FailPoint::command(command).error_code(code).error_labels(transient);
            let fault = db.fail_point(fault.times(n_times)).await.unwrap();
            let (done, n_runs) = run(&store).await;
            done.expect("a run without a fault");
            let n_runs_wanted = u32::try_from(n_times).unwrap() + 1;
            assert_eq!((n_runs, stored(&db).await), (n_runs_wanted, AFTER), "{command} {code}");
            drop(fault);
            db.database().drop().await.unwrap();
        }
    }
}

#[mongo_testkit::test]
async fn a_lost_connection_in_the_body_runs_it_again(db: TestDb) {
    let store = bank(&db).await;
    let _fault = db.fail_point(FailPoint::command("insert").close_connection()).await.unwrap();
    let (done, n_runs) = run(&store).await;
    done.expect("a run without a fault");
    assert_eq!((n_runs, stored(&db).await), (2, AFTER));
}

/// D02.
#[mongo_testkit::test]
async fn a_transient_error_for_ever_ends_at_the_limit_of_runs(db: TestDb) {
    let store = bank(&db).await;
    let fault = FailPoint::command("insert").error_code(112);
    let fault = fault.error_labels(["TransientTransactionError"]).always();
    let _fault = db.fail_point(fault).await.unwrap();
    let n_runs = &AtomicU32::new(0);
    let (store, entry) = (&store, &Entry { id: 1, amount: 10 });
    let error = store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                n_runs.fetch_add(1, Ordering::Relaxed);
                store.collection().insert_one(entry).within(tx).await
            })
        })
        .retry_body(times(3))
        .await
        .unwrap_err();
    assert_failed(&error, Kind::TransactionTransient, Outcome::NoWritePerformed);
    assert_eq!(n_runs.load(Ordering::Relaxed), 3);
    assert_eq!(stored(&db).await, BEFORE);
}

/// D02: the other limit.
#[mongo_testkit::test]
async fn a_transient_error_for_ever_ends_at_the_deadline(db: TestDb) {
    let store = bank(&db).await;
    let fault = FailPoint::command("insert").error_code(112);
    let fault = fault.error_labels(["TransientTransactionError"]).always();
    let _fault = db.fail_point(fault).await.unwrap();
    let store = &store;
    let error = store
        .transaction(SnapshotTransaction, |tx| Box::pin(transfer_of(store, tx)))
        .retry_body(times(u32::MAX))
        .deadline(Duration::from_secs(1))
        .await
        .unwrap_err();
    let kinds = [Kind::TransactionTransient, Kind::Timeout];
    assert!(kinds.contains(&error.kind()), "{error}");
    assert_eq!(error.outcome(), Some(Outcome::NoWritePerformed));
    assert_eq!(stored(&db).await, BEFORE);
}

async fn transfer_of(store: &Store<Bank>, tx: &mut mongo_runtime::db::Tx<'_>) -> Result<(), Error> {
    transfer(store, tx, 10).await
}

/// D05, D3: the driver sends a commit twice for each of ours.
#[mongo_testkit::test]
async fn a_commit_that_fails_three_times_is_sent_again_without_the_body(db: TestDb) {
    let store = bank(&db).await;
    let fault = FailPoint::command("commitTransaction").close_connection().times(3);
    let _fault = db.fail_point(fault).await.unwrap();
    let (done, n_runs) = run(&store).await;
    done.expect("the fourth commit");
    assert_eq!((n_runs, stored(&db).await), (1, AFTER));
}

/// D06, TX-04: write concern time-outs for ever, lost connections, the server's own limit of time. Only the first is done.
#[tokio::test(flavor = "multi_thread")]
async fn a_commit_that_stays_unknown_is_told_as_unknown() {
    let server = impatient().await;
    let commit = || FailPoint::command("commitTransaction");
    for (fault, truth) in [
        (commit().write_concern_error(64, "waiting"), AFTER),
        (commit().close_connection(), BEFORE),
        (commit().error_code(50).error_labels(["UnknownTransactionCommitResult"]), BEFORE),
    ] {
        let db = server.database("unknown").await.unwrap();
        let store = &bank(&db).await;
        let fault = db.fail_point(fault.always()).await.unwrap();
        let n_runs = &AtomicU32::new(0);
        let error = store
            .transaction(SnapshotTransaction, |tx| {
                Box::pin(async move {
                    n_runs.fetch_add(1, Ordering::Relaxed);
                    transfer(store, tx, 10).await
                })
            })
            .retry_commit(times(3))
            .await
            .unwrap_err();
        assert_failed(&error, Kind::TransactionCommitUnknown, Outcome::TransactionCommitUnknown);
        assert!(error.is_ambiguous() && !error.is_retryable());
        assert_eq!((n_runs.load(Ordering::Relaxed), error.attempts()), (1, 3));
        drop(fault);
        assert_eq!(stored(&db).await, truth);
        db.close().await.unwrap();
    }
}

/// The hook is asked only when nobody else knows.
#[mongo_testkit::test]
async fn a_commit_that_stays_unknown_is_reconciled(db: TestDb) {
    let store = &bank(&db).await;
    let fault = FailPoint::command("commitTransaction").write_concern_error(64, "waiting");
    let _fault = db.fail_point(fault.always()).await.unwrap();
    let (entry, n_asked) = (&Entry { id: 1, amount: 10 }, &AtomicU32::new(0));
    let given = store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                transfer(store, tx, 10).await?;
                Ok::<_, Error>("given")
            })
        })
        .retry_commit(times(2))
        .reconcile(|| async {
            n_asked.fetch_add(1, Ordering::Relaxed);
            store.collection::<Entry>().reconcile_insert(entry).await
        })
        .await
        .expect("the entry is there");
    assert!((1..=4).contains(&n_asked.load(Ordering::Relaxed)));
    assert_eq!((given, stored(&db).await), ("given", AFTER));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_that_sees_nothing_leaves_it_unknown() {
    let server = impatient().await;
    let db = server.database("own").await.unwrap();
    let store = &bank(&db).await;
    let fault = FailPoint::command("commitTransaction").close_connection();
    let fault = db.fail_point(fault.always()).await.unwrap();
    let entry = &Entry { id: 1, amount: 10 };
    let error = store
        .transaction(SnapshotTransaction, |tx| Box::pin(transfer_of(store, tx)))
        .retry_commit(times(2))
        .reconcile(|| async {
            let seen = store.collection::<Entry>().reconcile_insert(entry).await;
            assert_eq!(seen.as_ref().ok(), Some(&Reconciled::NotSeen));
            seen
        })
        .await
        .unwrap_err();
    drop(fault);
    assert_failed(&error, Kind::TransactionCommitUnknown, Outcome::TransactionCommitUnknown);
    assert_eq!(stored(&db).await, BEFORE);
}

/// D07: committed on the primary, and not proven to last.
#[mongo_testkit::test]
async fn an_unmet_write_concern_of_a_commit_is_no_failure_and_no_success(db: TestDb) {
    for code in [79, 100] {
        let store = bank(&db).await;
        let fault = FailPoint::command("commitTransaction").write_concern_error(code, "unmet");
        let _fault = db.fail_point(fault).await.unwrap();
        let (done, n_runs) = run(&store).await;
        let error = done.unwrap_err();
        assert_failed(&error, Kind::WriteConcern, Outcome::WriteResultUnknown);
        assert!(error.applied_on_primary());
        assert_eq!((n_runs, stored(&db).await), (1, AFTER));
        db.database().drop().await.unwrap();
    }
}

/// D09, D14: the server has given the transaction up, since its time was over, and says so at the commit.
#[tokio::test(flavor = "multi_thread")]
async fn a_commit_of_a_transaction_that_is_gone_runs_the_body_again() {
    let server = impatient().await;
    let db = server.database("gone").await.unwrap();
    let (store, n_runs) = (&bank(&db).await, &AtomicU32::new(0));
    store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                transfer(store, tx, 10).await?;
                if n_runs.fetch_add(1, Ordering::Relaxed) == 0 {
                    tokio::time::sleep(Duration::from_secs(6)).await;
                }
                Ok::<_, Error>(())
            })
        })
        .await
        .expect("the second run");
    assert_eq!((n_runs.load(Ordering::Relaxed), stored(&db).await), (2, AFTER));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_that_is_refused_is_not_done() {
    let server = impatient().await;
    let db = server.database("own").await.unwrap();
    let store = bank(&db).await;
    let fault = FailPoint::command("commitTransaction").error_code(13);
    let _fault = db.fail_point(fault).await.unwrap();
    let (done, n_runs) = run(&store).await;
    assert_failed(&done.unwrap_err(), Kind::Auth, Outcome::NoWritePerformed);
    assert_eq!((n_runs, stored(&db).await), (1, BEFORE));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_that_passes_at_the_commit_leaves_it_unknown() {
    let server = impatient().await;
    let db = server.database("own").await.unwrap();
    let store = &bank(&db).await;
    let fault = FailPoint::command("commitTransaction").block(Duration::from_secs(20));
    let _fault = db.fail_point(fault).await.unwrap();
    let error = store
        .transaction(SnapshotTransaction, |tx| Box::pin(transfer_of(store, tx)))
        .deadline(Duration::from_secs(2))
        .await
        .unwrap_err();
    assert_failed(&error, Kind::TransactionCommitUnknown, Outcome::TransactionCommitUnknown);
}

#[mongo_testkit::test]
async fn a_deadline_that_passes_in_the_body_leaves_nothing(db: TestDb) {
    let store = &bank(&db).await;
    let error = store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                transfer(store, tx, 10).await?;
                std::future::pending::<Result<(), Error>>().await
            })
        })
        .deadline(Duration::from_secs(2))
        .await
        .unwrap_err();
    assert_failed(&error, Kind::Timeout, Outcome::NoWritePerformed);
    assert_eq!(stored(&db).await, BEFORE);
    let (done, _) = run(store).await;
    done.expect("no lock is left");
    assert_eq!(stored(&db).await, AFTER);
}
