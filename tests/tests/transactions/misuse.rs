//! What compiles and is not sent.

use mongo_runtime::{
    db::{
        Store,
        consistency::{ShortWrite, SnapshotTransaction},
    },
    error::{Error, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::TestDb;

use crate::support::{Account, BEFORE, Bank, assert_failed, bank, config, stored, transfer};

#[mongo_testkit::test]
async fn an_operation_that_forgets_the_transaction_is_refused(db: TestDb) {
    let store = &bank(&db).await;
    let error = store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                transfer(store, tx, 10).await?;
                let up = Account::fields().balance().inc(1);
                store.collection::<Account>().update_one(by_id(1), up).await.map(drop)
            })
        })
        .await
        .unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
    assert!(error.to_string().contains("`.within(tx)`"), "{error}");
    assert_eq!(stored(&db).await, BEFORE);
    // Outside of the body the same is as always.
    store.collection::<Account>().find_one(by_id(1)).await.expect("no body is polled");
}

/// D21.
#[mongo_testkit::test]
async fn a_transaction_in_a_transaction_is_refused(db: TestDb) {
    let store = &bank(&db).await;
    let error = store
        .transaction(SnapshotTransaction, |outer| {
            Box::pin(async move {
                transfer(store, outer, 10).await?;
                store
                    .transaction(ShortWrite, |inner| {
                        Box::pin(async move { transfer(store, inner, 10).await })
                    })
                    .await
            })
        })
        .await
        .unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
    assert_eq!(stored(&db).await, BEFORE);
}

/// D21: the session of another client.
#[mongo_testkit::test]
async fn an_operation_of_another_store_is_refused(db: TestDb) {
    let store = &bank(&db).await;
    let other = &Store::<Bank>::connect(config(&db)).await.expect("the server runs");
    let error = store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move { transfer(other, tx, 10).await })
        })
        .await
        .unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
    assert!(error.to_string().contains("another store"), "{error}");
    assert_eq!(stored(&db).await, BEFORE);
}

#[mongo_testkit::test]
async fn a_guard_that_refuses_leaves_the_transaction_as_it_was(db: TestDb) {
    let store = &bank(&db).await;
    let accounts = &store.collection::<Account>();
    store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                let notes = Account::fields().notes();
                for note in 0..8 {
                    let pushed = accounts.update_one(by_id(1), notes.push(note)).within(tx).await?;
                    assert_eq!(pushed.matched(), 1);
                }
                let full = accounts.update_one(by_id(1), notes.push(8)).within(tx).await;
                assert!(full.unwrap_err().rejection().is_some());
                accounts.update_one(by_id(2), notes.push(8)).within(tx).await.map(drop)
            })
        })
        .await
        .expect("the refusal is no failure");
    let found = accounts.find_one(by_id(2)).await.expect("the server runs");
    assert_eq!(found.map(|account| account.notes), Some(vec![8]));
}

/// Every operation that can be in a transaction, in one, and its reads see what it wrote.
#[mongo_testkit::test]
async fn every_operation_runs_in_a_transaction(db: TestDb) -> Result<(), Error> {
    let store = &bank(&db).await;
    let accounts = &store.collection::<Account>();
    store
        .transaction(SnapshotTransaction, |tx| {
            Box::pin(async move {
                let up = || Account::fields().balance().inc(1);
                accounts.insert_one(&crate::support::account(3)).within(tx).await?;
                let more = [crate::support::account(4), crate::support::account(5)];
                accounts.insert_many(&more).within(tx).await?;
                assert_eq!(accounts.count(AllDocuments).within(tx).await?, 5);
                assert!(accounts.exists(by_id(5)).within(tx).await?);
                let updated = accounts.update_many(AllDocuments, up()).within(tx).await?;
                assert_eq!(updated.modified(), 5);
                let image = accounts.find_one_and_update(by_id(3), up()).after().within(tx).await?;
                let mut third = image.expect("the third").into_inner();
                assert_eq!(third.balance, 102);
                third.balance = 7;
                third.revision = accounts.replace_one(&third).within(tx).await?;
                accounts.find_one_and_replace(&third).before().within(tx).await?;
                assert!(accounts.find_one_and_delete(by_id(4)).within(tx).await?.is_some());
                assert_eq!(accounts.delete_one(by_id(5)).within(tx).await?.deleted(), 1);
                assert_eq!(accounts.delete_many(AllDocuments).within(tx).await?.deleted(), 3);
                Ok::<_, Error>(())
            })
        })
        .await?;
    assert_eq!(accounts.count(AllDocuments).await?, 0);
    Ok(())
}
