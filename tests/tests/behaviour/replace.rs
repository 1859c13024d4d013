//! Whole documents are replaced on the revision that was read, and every other write counts the revision too.

use std::sync::atomic::{AtomicU32, Ordering};

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    catalog,
    db::{Collection, Reconciled, Retry, Store, StoreConfig, UseCaseError, retry_on_conflict},
    document::Revisioned,
    error::{Error, ItemStatus, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::{FailPoint, Fault, Proxy, TestDb};

use crate::support::{assert_failed, config};

type Done = Result<(), Error>;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "carts", owns_document)]
#[mongo(index(name = "uq_code", keys(code), unique))]
struct Cart {
    #[mongo(id)]
    id: i32,
    code: i32,
    total: i64,
    note: Option<i32>,
    #[mongo(revision)]
    revision: Revision,
}

catalog! { Carts: documents(Cart) }

fn cart(id: i32) -> Cart {
    Cart { id, code: id, total: 0, note: Some(1), revision: Revision::FIRST }
}

async fn carts(db: &TestDb) -> Collection<Cart> {
    Store::<Carts>::connect(config(db)).await.expect("the server runs").collection()
}

fn raw(db: &TestDb) -> mongodb::Collection<BsonDocument> {
    db.database().collection("carts")
}

async fn stored(carts: &Collection<Cart>, id: i32) -> Cart {
    carts.find_one(by_id(id)).await.unwrap().unwrap()
}

#[mongo_testkit::test]
async fn a_replacement_writes_the_whole_document_and_counts_the_revision(db: TestDb) -> Done {
    let carts = carts(&db).await;
    carts.insert_one(&cart(1)).await?;
    let mut read = stored(&carts, 1).await;
    (read.total, read.note) = (5, None);
    let revision = carts.replace_one(&read).await?;
    assert_eq!(revision, Revision::new(2));
    assert_eq!(stored(&carts, 1).await, Cart { revision, ..read.clone() });
    let document = raw(&db).find_one(doc! { "_id": 1 }).await.unwrap().unwrap();
    assert!(!document.contains_key("note"), "what is `None` now is not left over");
    read.revision = revision;
    assert_eq!(carts.replace_one(&read).await?, Revision::new(3));
    Ok(())
}

#[mongo_testkit::test]
async fn of_two_replacements_of_one_reading_the_second_is_a_conflict(db: TestDb) -> Done {
    let carts = carts(&db).await;
    carts.insert_one(&cart(1)).await?;
    let (one, two) = (stored(&carts, 1).await, stored(&carts, 1).await);
    carts.replace_one(&Cart { total: 1, ..one }).await?;
    let error = carts.replace_one(&Cart { total: 2, ..two }).await.unwrap_err();
    assert_failed(&error, Kind::OptimisticConflict, Outcome::NoWritePerformed);
    assert!(!error.is_retryable() && !error.is_ambiguous());
    assert_eq!(stored(&carts, 1).await.total, 1);
    Ok(())
}

#[mongo_testkit::test]
async fn conflict_not_found_and_duplicate_key_are_three_errors(db: TestDb) -> Done {
    let carts = carts(&db).await;
    let index = mongodb::IndexModel::builder()
        .keys(doc! { "code": 1 })
        .options(
            mongodb::options::IndexOptions::builder()
                .unique(true)
                .name("uq_code".to_owned())
                .build(),
        )
        .build();
    raw(&db).create_index(index).await.unwrap();
    carts.insert_many(&[cart(1), cart(2)]).await?;
    let error = carts.replace_one(&cart(3)).await.unwrap_err();
    assert_failed(&error, Kind::NotFound, Outcome::NoWritePerformed);
    let error = carts.replace_one(&Cart { code: 2, ..cart(1) }).await.unwrap_err();
    assert_failed(&error, Kind::DuplicateKey, Outcome::NoWritePerformed);
    assert_eq!(error.duplicate_index().unwrap().name(), "uq_code");
    let stale = Cart { revision: Revision::new(7), ..cart(1) };
    let error = carts.replace_one(&stale).await.unwrap_err();
    assert_failed(&error, Kind::OptimisticConflict, Outcome::NoWritePerformed);
    assert_eq!(stored(&carts, 1).await, cart(1));
    Ok(())
}

#[mongo_testkit::test]
async fn every_way_to_write_counts_the_revision_so_that_a_stale_replacement_never_wins(
    db: TestDb,
) -> Done {
    let carts = carts(&db).await;
    let add = || Cart::fields().total().inc(1);
    for (id, how) in ["one", "many", "image", "bulk", "replace"].into_iter().enumerate() {
        let id = id as i32;
        carts.insert_one(&cart(id)).await?;
        let stale = stored(&carts, id).await;
        let this = || Cart::fields().id().eq(id);
        match how {
            "one" => drop(carts.update_one(by_id(id), add()).await?),
            "many" => drop(carts.update_many(this(), add()).await?),
            "image" => {
                let after = carts.find_one_and_update(by_id(id), add()).after().await?;
                assert_eq!(after.map(|after| after.into_inner().total), Some(1), "{how}");
            }
            "bulk" => {
                let store = Store::<Carts>::connect(config(&db)).await?;
                let same = store.collection::<Cart>();
                let done = store.bulk_write().add(same.update_one(by_id(id), add())).await?;
                assert_eq!(done.items(), [ItemStatus::Updated { matched: 1, modified: 1 }]);
            }
            _ => drop(carts.replace_one(&stale).await?),
        }
        assert_eq!(stored(&carts, id).await.revision(), Revision::new(2), "{how}");
        let error = carts.replace_one(&stale).await.unwrap_err();
        assert_failed(&error, Kind::OptimisticConflict, Outcome::NoWritePerformed);
    }
    Ok(())
}

#[mongo_testkit::test]
async fn a_find_and_replace_gives_the_document_before_or_after_itself(db: TestDb) -> Done {
    let carts = carts(&db).await;
    carts.insert_one(&cart(1)).await?;
    let wanted = Cart { total: 4, ..cart(1) };
    let before = carts.find_one_and_replace(&wanted).before().await?;
    assert_eq!(before.into_inner(), cart(1));
    let error = carts.find_one_and_replace(&wanted).after().await.unwrap_err();
    assert_failed(&error, Kind::OptimisticConflict, Outcome::NoWritePerformed);
    let next = Cart { revision: Revision::new(2), ..wanted };
    let after = carts.find_one_and_replace(&next).after().await?;
    assert_eq!(after.into_inner(), Cart { revision: Revision::new(3), ..next });
    let error = carts.find_one_and_replace(&cart(2)).before().await.unwrap_err();
    assert_failed(&error, Kind::NotFound, Outcome::NoWritePerformed);
    Ok(())
}

#[mongo_testkit::test]
async fn replacements_are_items_of_a_bulk_write(db: TestDb) -> Done {
    let store = Store::<Carts>::connect(config(&db)).await?;
    let carts = store.collection::<Cart>();
    carts.insert_many(&[cart(1), cart(2)]).await?;
    let stale = Cart { revision: Revision::new(9), ..cart(2) };
    let error = store
        .bulk_write()
        .add(carts.replace_one(&cart(1)))
        .add(carts.replace_one(&stale))
        .unordered()
        .await
        .unwrap_err();
    assert_failed(&error, Kind::BulkPartialFailure, Outcome::PartialBulkWrite);
    let items = error.bulk().unwrap().items();
    assert_eq!(items[0], ItemStatus::Replaced { revision: Revision::new(2) });
    let ItemStatus::Failed(failure) = &items[1] else { panic!("{items:?}") };
    assert_eq!(failure.kind(), Kind::OptimisticConflict);
    Ok(())
}

#[mongo_testkit::test]
async fn eight_racing_replacers_lose_no_write_silently(db: TestDb) -> Done {
    let carts = carts(&db).await;
    carts.insert_one(&cart(1)).await?;
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let carts = carts.clone();
            tokio::spawn(async move {
                let (mut n_wins, mut n_conflicts) = (0, 0);
                for _ in 0..100 {
                    let mut read = stored(&carts, 1).await;
                    read.total += 1;
                    match carts.replace_one(&read).await {
                        Ok(_) => n_wins += 1,
                        Err(error) if error.kind() == Kind::OptimisticConflict => n_conflicts += 1,
                        Err(error) => panic!("{error}"),
                    }
                }
                (n_wins, n_conflicts)
            })
        })
        .collect();
    let (mut n_wins, mut n_conflicts) = (0, 0);
    for task in tasks {
        let (wins, conflicts) = task.await.expect("no panic");
        (n_wins, n_conflicts) = (n_wins + wins, n_conflicts + conflicts);
    }
    let last = stored(&carts, 1).await;
    assert_eq!((n_wins + n_conflicts, last.total), (800, n_wins));
    assert_eq!(last.revision, Revision::new(1 + n_wins));
    Ok(())
}

#[mongo_testkit::test]
async fn a_use_case_is_run_again_after_a_conflict_and_all_of_it(db: TestDb) -> Done {
    let carts = carts(&db).await;
    carts.insert_one(&cart(1)).await?;
    let patient = Retry { max_attempts: 1_000, ..Retry::default() };
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let carts = carts.clone();
            tokio::spawn(async move {
                for _ in 0..10 {
                    retry_on_conflict(patient, || async {
                        let mut read = stored(&carts, 1).await;
                        read.total += 1;
                        carts.replace_one(&read).await
                    })
                    .await?;
                }
                Ok::<_, Error>(())
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("no panic")?;
    }
    assert_eq!(stored(&carts, 1).await.total, 80);
    Ok(())
}

#[derive(Debug)]
enum ShopError {
    SoldOut,
    Store(Error),
}

impl UseCaseError for ShopError {
    fn store_error(&self) -> Option<&Error> {
        match self {
            Self::SoldOut => None,
            Self::Store(error) => Some(error),
        }
    }
}

#[mongo_testkit::test]
async fn a_use_case_ends_at_its_last_attempt_and_at_once_at_an_error_of_its_own(
    db: TestDb,
) -> Done {
    let carts = carts(&db).await;
    carts.insert_one(&cart(1)).await?;
    let stale = Cart { revision: Revision::new(9), ..cart(1) };
    let n_runs = AtomicU32::new(0);
    let retry = Retry { max_attempts: 3, ..Retry::default() };
    let result = retry_on_conflict(retry, || async {
        n_runs.fetch_add(1, Ordering::Relaxed);
        carts.replace_one(&stale).await.map_err(ShopError::Store)
    })
    .await;
    assert!(
        matches!(result, Err(ShopError::Store(error)) if error.kind() == Kind::OptimisticConflict)
    );
    assert_eq!(n_runs.load(Ordering::Relaxed), 3);
    let result = retry_on_conflict(retry, || async {
        n_runs.fetch_add(1, Ordering::Relaxed);
        Err::<(), _>(ShopError::SoldOut)
    })
    .await;
    assert!(matches!(result, Err(ShopError::SoldOut)));
    assert_eq!(n_runs.load(Ordering::Relaxed), 4);
    Ok(())
}

#[mongo_testkit::test]
async fn the_retry_after_a_lost_reply_is_no_conflict_with_itself(db: TestDb) -> Done {
    let proxy = Proxy::start(&db).await.unwrap();
    let store = Store::<Carts>::connect(StoreConfig::new(proxy.uri(), db.name())).await?;
    let carts = store.collection::<Cart>();
    carts.insert_one(&cart(1)).await?;
    proxy.add(Fault::cut_reply(0).command("update"));
    assert_eq!(carts.replace_one(&Cart { total: 4, ..cart(1) }).await?, Revision::new(2));
    assert_eq!(stored(&carts, 1).await.total, 4);
    Ok(())
}

#[mongo_testkit::test]
async fn an_unknown_replacement_is_told_apart_afterwards(db: TestDb) -> Done {
    let proxy = Proxy::start(&db).await.unwrap();
    let store = Store::<Carts>::connect(StoreConfig::new(proxy.uri(), db.name())).await?;
    let carts = store.collection::<Cart>();
    carts.insert_one(&cart(1)).await?;
    let wanted = Cart { total: 4, ..cart(1) };
    assert_eq!(carts.reconcile_replace(&wanted).await?, Reconciled::NotSeen);
    proxy.add(Fault::cut_reply(0).command("update").times(2));
    let error = carts.replace_one(&wanted).await.unwrap_err();
    assert_failed(&error, Kind::Connection, Outcome::WriteResultUnknown);
    proxy.clear();
    assert_eq!(carts.reconcile_replace(&wanted).await?, Reconciled::Applied);
    let other = Cart { total: 5, ..cart(1) };
    assert_eq!(carts.reconcile_replace(&other).await?, Reconciled::Changed);
    Ok(())
}

#[mongo_testkit::test]
async fn an_unknown_insert_and_an_unknown_update_are_told_apart_afterwards(db: TestDb) -> Done {
    let store = Store::<Carts>::connect(config(&db).without_retries()).await?;
    let carts = store.collection::<Cart>();
    {
        let _fault = db.fail_point(FailPoint::command("insert").close_connection()).await.unwrap();
        let error = carts.insert_one(&cart(1)).await.unwrap_err();
        assert_failed(&error, Kind::Connection, Outcome::WriteResultUnknown);
    }
    assert_eq!(carts.reconcile_insert(&cart(1)).await?, Reconciled::NotSeen);
    let proxy = Proxy::start(&db).await.unwrap();
    let through =
        Store::<Carts>::connect(StoreConfig::new(proxy.uri(), db.name()).without_retries()).await?;
    let lossy = through.collection::<Cart>();
    proxy.add(Fault::cut_reply(0).command("insert"));
    let error = lossy.insert_one(&cart(1)).await.unwrap_err();
    assert_failed(&error, Kind::Connection, Outcome::WriteResultUnknown);
    assert_eq!(carts.reconcile_insert(&cart(1)).await?, Reconciled::Applied);
    raw(&db).update_one(doc! { "_id": 1 }, doc! { "$set": { "other": true } }).await.unwrap();
    assert_eq!(carts.reconcile_insert(&cart(1)).await?, Reconciled::Applied);
    assert_eq!(carts.reconcile_insert(&Cart { total: 3, ..cart(1) }).await?, Reconciled::Changed);

    let effect = || Cart::fields().revision().gte(Revision::new(2));
    assert_eq!(carts.reconcile_update(by_id(1), effect()).await?, Reconciled::NotSeen);
    for error in [
        carts.reconcile_update(by_id(1), AllDocuments).await.unwrap_err(),
        carts.reconcile_update(AllDocuments, effect()).await.unwrap_err(),
    ] {
        assert_failed(&error, Kind::OperationRejected, None);
    }
    proxy.add(Fault::cut_reply(0).command("update"));
    let error = lossy.update_one(by_id(1), Cart::fields().total().inc(1)).await.unwrap_err();
    assert_failed(&error, Kind::Connection, Outcome::WriteResultUnknown);
    assert_eq!(carts.reconcile_update(by_id(1), effect()).await?, Reconciled::Applied);
    Ok(())
}
