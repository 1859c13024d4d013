//! Bulk writes of several kinds and collections: one status for each item, whatever happens.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    db::{BulkResult, Collection, Store, StoreConfig},
    error::{Error, ItemStatus, Kind, Outcome},
    operation,
    prelude::*,
    update::Rejection,
};
use mongo_testkit::{FailPoint, Fault, Proxy, TestDb};

use crate::support::{
    Blob, Person, SHORT, Shop, Versioned, assert_failed, config, n_stored, person, store,
};

type Done = Result<(), Error>;

fn letter(item: &ItemStatus) -> char {
    match item {
        ItemStatus::Inserted => 'i',
        ItemStatus::Updated { .. } => 'u',
        ItemStatus::Deleted { .. } => 'd',
        ItemStatus::Failed(_) => 'f',
        ItemStatus::NotAttempted => '-',
        _ => '?',
    }
}

fn letters(done: &Result<BulkResult, Error>) -> String {
    match done {
        Ok(result) => result.items().iter().map(letter).collect(),
        Err(error) => error.bulk().expect("a bulk failure").items().iter().map(letter).collect(),
    }
}

async fn both(db: &TestDb) -> (Store<Shop>, Collection<Person>) {
    let store = store(db).await;
    let people = store.collection();
    (store, people)
}

#[mongo_testkit::test]
async fn a_bulk_write_of_every_kind_over_two_collections_says_what_each_item_did(
    db: TestDb,
) -> Done {
    let (store, people) = both(&db).await;
    let versions = store.collection::<Versioned>();
    people.insert_many(&[person(1), person(2), person(3)]).await?;
    let done = store
        .bulk_write()
        .add(people.insert_one(&person(4)))
        .add(people.insert_one(&person(5)))
        .add(people.update_one(by_id(1), Person::fields().age().inc(1)))
        .add(people.update_one(by_id(9), Person::fields().age().inc(1)))
        .add(versions.insert_one(&Versioned { id: 1 }))
        .add(people.update_many(AllDocuments, Person::fields().tags().push("x")))
        .add(people.delete_one(by_id(2)))
        .add(people.delete_many(Person::fields().id().gte(4)))
        .await;
    assert_eq!(letters(&done), "iiuuiudd");
    let items = done?.items().to_vec();
    assert_eq!(items[2], ItemStatus::Updated { matched: 1, modified: 1 });
    assert_eq!(items[3], ItemStatus::Updated { matched: 0, modified: 0 });
    assert_eq!(items[5], ItemStatus::Updated { matched: 5, modified: 5 });
    assert_eq!(items[7], ItemStatus::Deleted { deleted: 2 });
    assert_eq!(n_stored(&db).await, 2);
    assert_eq!(versions.count(AllDocuments).await?, 1);
    let stored = people.find_one(by_id(1)).await?.unwrap();
    assert_eq!((stored.age, stored.tags), (32, vec!["x".to_owned()]));
    Ok(())
}

#[mongo_testkit::test]
async fn an_ordered_bulk_write_ends_at_the_first_item_that_fails(db: TestDb) -> Done {
    let (store, people) = both(&db).await;
    people.insert_one(&person(1)).await?;
    let done = store
        .bulk_write()
        .add(people.update_one(by_id(1), Person::fields().age().inc(1)))
        .add(people.insert_one(&person(1)))
        .add(people.delete_one(by_id(1)))
        .await;
    assert_eq!(letters(&done), "uf-");
    let error = done.unwrap_err();
    assert_failed(&error, Kind::BulkPartialFailure, Outcome::PartialBulkWrite);
    assert_eq!((error.operation(), error.collection()), (Some("store.bulk-write"), None));
    assert!(!error.is_ambiguous() && !error.is_retryable());
    assert_eq!(n_stored(&db).await, 1);
    Ok(())
}

#[mongo_testkit::test]
async fn an_unordered_bulk_write_tries_every_item(db: TestDb) -> Done {
    let (store, people) = both(&db).await;
    people.insert_many(&[person(1), Person { age: i32::MAX, ..person(2) }]).await?;
    let done = store
        .bulk_write()
        .add(people.insert_one(&person(1)))
        .add(people.update_one(by_id(2), Person::fields().age().inc(1)))
        .add(people.insert_one(&Person { tags: vec!["x".repeat(17)], ..person(7) }))
        .add(people.insert_one(&person(3)))
        .add(people.delete_one(by_id(1)))
        .unordered()
        .await;
    assert_eq!(letters(&done), "fffid");
    let error = done.unwrap_err();
    assert_failed(&error, Kind::BulkPartialFailure, Outcome::PartialBulkWrite);
    let failures: Vec<_> = error.bulk().unwrap().items()[..3]
        .iter()
        .map(|item| match item {
            ItemStatus::Failed(failure) => failure,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(failures[0].duplicate_index().unwrap().name(), "_id_");
    assert!(matches!(failures[1].rejection(), Some(Rejection::OutOfRange { path: "age" })));
    assert_eq!(failures[2].encode_error().unwrap().path().to_string(), "tags");
    assert_eq!(n_stored(&db).await, 2);
    Ok(())
}

#[mongo_testkit::test]
async fn what_can_not_be_sent_keeps_an_ordered_bulk_write_from_being_sent_at_all(db: TestDb) {
    let (store, people) = both(&db).await;
    let big = Blob { id: 1, text: "x".repeat(16 << 20) };
    let blobs = store.collection::<Blob>();
    let nothing = Filter::<Person>::all_of(Vec::<Filter<Person>>::new());
    let bulk = || store.bulk_write().add(people.insert_one(&person(1)));
    for (done, kind) in [
        (bulk().add(blobs.insert_one(&big)).await, Kind::DocumentTooLarge),
        (bulk().add(people.delete_many(nothing)).await, Kind::OperationRejected),
        (
            bulk()
                .add(people.update_one(by_id(1), Person::fields().email().set("x".repeat(65))))
                .await,
            Kind::Encode,
        ),
    ] {
        let error = done.unwrap_err();
        assert_failed(&error, kind, Outcome::NotSent);
        assert_eq!((error.input_index(), error.attempts()), (Some(1), 0));
    }
    let error = store.bulk_write().await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
    let elsewhere = Store::<Shop>::connect(config(&db)).await.unwrap();
    let error = elsewhere.bulk_write().add(people.insert_one(&person(1))).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
    assert_eq!(n_stored(&db).await, 0);
}

#[mongo_testkit::test]
async fn a_bulk_write_of_which_nothing_can_be_encoded_sends_nothing(db: TestDb) {
    let (store, people) = both(&db).await;
    let bad = Person { tags: vec!["x".repeat(17)], ..person(1) };
    let done = store.bulk_write().add(people.insert_one(&bad)).unordered().await;
    assert_eq!(letters(&done), "f");
    assert_failed(&done.unwrap_err(), Kind::Encode, Outcome::NotSent);
}

#[mongo_testkit::test]
async fn a_lost_reply_in_the_middle_leaves_one_item_unknown_and_the_rest_not_attempted(db: TestDb) {
    let proxy = Proxy::start(&db).await.unwrap();
    let store = Store::<Shop>::connect(StoreConfig::new(proxy.uri(), db.name())).await.unwrap();
    let people = store.collection::<Person>();
    for is_ordered in [true, false] {
        proxy.add(Fault::cut_reply(0).command("update").times(2));
        let bulk = store
            .bulk_write()
            .add(people.insert_one(&person(if is_ordered { 1 } else { 2 })))
            .add(people.update_one(AllDocuments, Person::fields().age().inc(1)))
            .add(people.delete_one(AllDocuments));
        let done = if is_ordered { bulk.await } else { bulk.unordered().await };
        assert_eq!(letters(&done), "i?-");
        let error = done.unwrap_err();
        assert_failed(&error, Kind::BulkPartialFailure, Outcome::PartialBulkWrite);
        assert!(error.is_ambiguous() && !error.is_retryable());
        proxy.clear();
    }
    let raw = db.database().collection::<BsonDocument>("people");
    assert_eq!(raw.count_documents(doc! {}).await.unwrap(), 2);
    assert_eq!(raw.count_documents(doc! { "age": 33 }).await.unwrap(), 1, "person 1, twice");
}

#[mongo_testkit::test]
async fn an_update_of_many_that_breaks_is_unknown_and_never_repeated(db: TestDb) -> Done {
    let (store, people) = both(&db).await;
    people.insert_many(&[person(1), person(2)]).await?;
    let _fault = db.fail_point(FailPoint::command("update").close_connection()).await.unwrap();
    let done = store
        .bulk_write()
        .add(people.update_many(AllDocuments, Person::fields().age().inc(1)))
        .add(people.insert_one(&person(3)))
        .await;
    assert_eq!(letters(&done), "?-");
    let error = done.unwrap_err();
    assert_failed(&error, Kind::Connection, Outcome::WriteResultUnknown);
    assert_eq!(error.attempts(), 1);
    assert_eq!(n_stored(&db).await, 2);
    Ok(())
}

#[mongo_testkit::test]
async fn an_unmet_write_concern_leaves_its_item_unknown_and_an_unordered_bulk_goes_on(db: TestDb) {
    let (store, people) = both(&db).await;
    people.insert_one(&person(1)).await.expect("the server runs");
    let _fault =
        db.fail_point(FailPoint::command("delete").write_concern_error(64, "late")).await.unwrap();
    let done = store
        .bulk_write()
        .add(people.delete_one(by_id(1)))
        .add(people.insert_one(&person(1)))
        .unordered()
        .await;
    assert_eq!(letters(&done), "?i");
    assert_failed(&done.unwrap_err(), Kind::BulkPartialFailure, Outcome::PartialBulkWrite);
}

#[mongo_testkit::test]
async fn the_deadline_of_a_bulk_write_is_for_all_its_items(db: TestDb) {
    let (store, people) = both(&db).await;
    let _slow = db.fail_point(FailPoint::command("update").block(SHORT * 5)).await.unwrap();
    let done = store
        .bulk_write()
        .add(people.insert_one(&person(1)))
        .add(people.update_one(by_id(1), Person::fields().age().inc(1)).deadline(SHORT * 10))
        .add(people.insert_one(&person(2)))
        .named(operation!("people.import"))
        .deadline(SHORT * 2)
        .await;
    assert_eq!(letters(&done), "i?-");
    let error = done.unwrap_err();
    assert_failed(&error, Kind::BulkPartialFailure, Outcome::PartialBulkWrite);
    assert_eq!(error.operation(), Some("people.import"));
}

#[mongo_testkit::test]
async fn inserts_that_stand_together_travel_in_one_command(db: TestDb) -> Done {
    let (store, people) = both(&db).await;
    let versions = store.collection::<Versioned>();
    // Two insert commands are let through.
    for (is_ordered, expected) in [(true, "iii?"), (false, "iiii")] {
        let _fault =
            db.fail_point(FailPoint::command("insert").close_connection().skip(2)).await.unwrap();
        let base = if is_ordered { 0 } else { 10 };
        let bulk = store
            .bulk_write()
            .add_all([1, 2].map(|id| people.insert_one(&person(base + id))))
            .add(versions.insert_one(&Versioned { id: base }))
            .add(people.insert_one(&person(base + 3)));
        let done = if is_ordered { bulk.await } else { bulk.unordered().await };
        assert_eq!(letters(&done), expected);
    }
    Ok(())
}
