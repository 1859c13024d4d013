//! Faults of the server and the network: kind, outcome and the collection's state are asserted together.

use mongo_runtime::{
    bson::doc,
    db::{Store, StoreConfig, driver_error},
    error::{ItemStatus, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::{FailPoint, Fault, Proxy, ServerOptions, TestDb};

use crate::support::{
    Person, Shop, assert_failed, config, email, make_unique_email, n_stored, people, person, raw,
    store,
};

type Done = Result<(), mongo_runtime::error::Error>;

#[mongo_testkit::test]
async fn an_insert_whose_connection_breaks_once_is_done_once(db: TestDb) -> Done {
    let people = people(&db).await;
    let _fault = db.fail_point(FailPoint::command("insert").close_connection()).await.unwrap();
    people.insert_one(&person(1)).await?;
    assert_eq!(n_stored(&db).await, 1);
    Ok(())
}

#[mongo_testkit::test]
async fn an_insert_whose_connection_breaks_twice_is_unknown(db: TestDb) {
    let people = people(&db).await;
    let _fault =
        db.fail_point(FailPoint::command("insert").close_connection().times(2)).await.unwrap();
    let error = people.insert_one(&person(1)).await.unwrap_err();
    assert_failed(&error, Kind::Connection, Outcome::WriteResultUnknown);
    assert_eq!(error.attempts(), 2);
    assert!(error.is_ambiguous() && !error.is_retryable());
    assert_eq!(n_stored(&db).await, 0);
    people.insert_one(&person(1)).await.expect("the fault is gone");
}

#[mongo_testkit::test]
async fn without_retries_one_broken_connection_is_unknown(db: TestDb) {
    let store = Store::<Shop>::connect(config(&db).without_retries()).await.unwrap();
    let _fault = db.fail_point(FailPoint::command("insert").close_connection()).await.unwrap();
    let error = store.collection::<Person>().insert_one(&person(1)).await.unwrap_err();
    assert_failed(&error, Kind::Connection, Outcome::WriteResultUnknown);
    assert_eq!((error.attempts(), error.labels().len()), (1, 0));
    assert_eq!(n_stored(&db).await, 0);
}

#[mongo_testkit::test]
async fn a_lost_reply_of_an_insert_is_made_good_by_the_retry(db: TestDb) -> Done {
    let proxy = Proxy::start(&db).await.unwrap();
    let store = Store::<Shop>::connect(StoreConfig::new(proxy.uri(), db.name())).await?;
    let people = store.collection::<Person>();
    proxy.add(Fault::cut_reply(0).command("insert"));
    people.insert_one(&person(1)).await?;
    assert_eq!(n_stored(&db).await, 1);
    proxy.add(Fault::cut_reply(0).command("update"));
    let done = people.update_one(by_id(1), Person::fields().age().inc(1)).await?;
    assert_eq!((done.matched(), done.modified()), (1, 1));
    assert_eq!(people.find_one(by_id(1)).await?.unwrap().age, 32);
    Ok(())
}

#[mongo_testkit::test]
async fn two_lost_replies_leave_a_stored_document_unknown(db: TestDb) {
    let proxy = Proxy::start(&db).await.unwrap();
    let store = Store::<Shop>::connect(StoreConfig::new(proxy.uri(), db.name())).await.unwrap();
    proxy.add(Fault::cut_reply(0).command("insert").times(2));
    let error = store.collection::<Person>().insert_one(&person(1)).await.unwrap_err();
    assert_failed(&error, Kind::Connection, Outcome::WriteResultUnknown);
    assert_eq!(n_stored(&db).await, 1);
}

#[mongo_testkit::test]
async fn a_request_that_is_cut_is_unknown_and_not_stored(db: TestDb) {
    let proxy = Proxy::start(&db).await.unwrap();
    let store = Store::<Shop>::connect(StoreConfig::new(proxy.uri(), db.name())).await.unwrap();
    for (id, n_bytes) in [(1, 1), (2, 16), (3, 100)] {
        proxy.add(Fault::cut_request(n_bytes).command("insert").times(2));
        let error = store.collection::<Person>().insert_one(&person(id)).await.unwrap_err();
        assert_failed(&error, Kind::Connection, Outcome::WriteResultUnknown);
        proxy.clear();
        store.collection::<Person>().exists(by_id(0)).await.expect("the fault is gone");
    }
    assert_eq!(n_stored(&db).await, 0);
}

#[mongo_testkit::test]
async fn updates_and_deletes_of_many_are_never_repeated(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_many(&[person(1), person(2)]).await?;
    let _fault = db
        .fail_point(FailPoint::commands(["update", "delete"]).close_connection().times(2))
        .await
        .unwrap();
    let error = people.update_many(AllDocuments, Person::fields().age().inc(1)).await.unwrap_err();
    assert_failed(&error, Kind::Connection, Outcome::WriteResultUnknown);
    assert_eq!(error.attempts(), 1);
    let error = people.delete_many(AllDocuments).await.unwrap_err();
    assert_failed(&error, Kind::Connection, Outcome::WriteResultUnknown);
    assert_eq!(error.attempts(), 1);
    assert_eq!(n_stored(&db).await, 2);
    Ok(())
}

#[mongo_testkit::test]
async fn an_unmet_write_concern_says_that_the_primary_has_the_write(db: TestDb) {
    let people = people(&db).await;
    let _fault =
        db.fail_point(FailPoint::command("insert").write_concern_error(64, "late")).await.unwrap();
    let error = people.insert_one(&person(1)).await.unwrap_err();
    assert_failed(&error, Kind::WriteConcern, Outcome::WriteResultUnknown);
    assert!(error.applied_on_primary() && error.is_ambiguous());
    assert_eq!(error.code(), Some(64));
    assert_eq!(n_stored(&db).await, 1);
}

/// The server waits for the members, and complains, after a command that changed nothing as well.
#[mongo_testkit::test]
async fn an_unmet_write_concern_of_a_write_that_found_nothing_says_that_nothing_was_written(
    db: TestDb,
) -> Done {
    let store = store(&db).await;
    let people = store.collection::<Person>();
    people.insert_one(&person(1)).await?;
    let more = || Person::fields().age().inc(1);
    let unmet = FailPoint::commands(["update", "delete", "findAndModify"])
        .write_concern_error(64, "late")
        .always();
    let _fault = db.fail_point(unmet).await.unwrap();
    for id in [1, 2] {
        let these = || Person::fields().id().eq(id);
        for (what, error) in [
            ("update", people.update_one(by_id(id), more()).await.unwrap_err()),
            ("update many", people.update_many(these(), more()).await.unwrap_err()),
            (
                "find and update",
                people.find_one_and_update(by_id(id), more()).after().await.unwrap_err(),
            ),
            ("find and delete", people.find_one_and_delete(by_id(id)).await.unwrap_err()),
            ("delete", people.delete_one(by_id(2)).await.unwrap_err()),
            ("delete many", people.delete_many(Person::fields().id().eq(2)).await.unwrap_err()),
        ] {
            let is_done = id == 1 && !what.starts_with("delete");
            let outcome =
                if is_done { Outcome::WriteResultUnknown } else { Outcome::NoWritePerformed };
            assert_failed(&error, Kind::WriteConcern, outcome);
            assert_eq!(error.applied_on_primary(), is_done, "{what} {id}: {error}");
            assert!(!error.is_retryable(), "{what} {id}");
            assert_eq!(error.is_ambiguous(), is_done, "{what} {id}");
        }
        assert_eq!(n_stored(&db).await, 0, "it was found, changed and deleted");
    }
    let bulk = store.bulk_write().add(people.update_one(by_id(2), more()));
    let error = bulk.await.unwrap_err();
    assert_failed(&error, Kind::WriteConcern, Outcome::NoWritePerformed);
    assert!(matches!(&error.bulk().unwrap().items()[0], ItemStatus::Failed(_)), "{error}");
    Ok(())
}

#[mongo_testkit::test]
async fn a_duplicate_key_names_the_index_and_its_keys(db: TestDb) -> Done {
    let people = people(&db).await;
    make_unique_email(&db).await;
    people.insert_many(&[person(1), person(2)]).await?;
    let twin = Person { id: 3, ..person(1) };
    let by_insert = people.insert_one(&twin).await.unwrap_err();
    let by_insert_many = people.insert_many([&twin]).await.unwrap_err();
    let by_update =
        people.update_one(by_id(2), Person::fields().email().set(email(1))).await.unwrap_err();
    for error in [&by_insert, &by_insert_many, &by_update] {
        assert_failed(error, Kind::DuplicateKey, Outcome::NoWritePerformed);
        assert_eq!(error.code(), Some(11000));
        assert!(error.is_duplicate_key());
    }
    for error in [&by_insert, &by_update] {
        let index = error.duplicate_index().unwrap();
        assert_eq!(index.name(), "uq_email");
        assert_eq!(index.keys()[0].0, "email");
    }
    assert_eq!(by_insert.document_id(), Some(&3.into()));
    let same_id = people.insert_one(&person(1)).await.unwrap_err();
    assert_eq!(same_id.duplicate_index().unwrap().name(), "_id_");
    assert_eq!(n_stored(&db).await, 2);
    Ok(())
}

async fn make_validator(db: &TestDb) {
    let validator = doc! { "$jsonSchema": { "properties": { "age": { "maximum": 40 }, "email": { "bsonType": "string" } } } };
    db.database().create_collection("people").validator(validator).await.unwrap();
}

#[mongo_testkit::test]
async fn a_validator_names_paths_and_rules(db: TestDb) -> Done {
    make_validator(&db).await;
    let people = people(&db).await;
    people.insert_one(&person(1)).await?;
    let by_insert = people.insert_one(&person(20)).await.unwrap_err();
    let by_update = people.update_one(by_id(1), Person::fields().age().set(50)).await.unwrap_err();
    for error in [by_insert, by_update] {
        assert_failed(&error, Kind::SchemaValidation, Outcome::NoWritePerformed);
        let broken: Vec<_> = error
            .validation_failures()
            .iter()
            .map(|failure| (failure.path(), failure.rule()))
            .collect();
        assert_eq!(broken, [("age", "maximum")], "{error}");
    }
    assert_eq!(n_stored(&db).await, 1);
    Ok(())
}

/// Row 7 of the decision table says "no write performed" for each write error. For a write of many documents it is not so.
#[mongo_testkit::test]
async fn an_update_of_many_that_is_refused_half_way_is_unknown(db: TestDb) -> Done {
    make_validator(&db).await;
    let people = people(&db).await;
    people.insert_many(&(0..10).map(person).collect::<Vec<_>>()).await?;
    let error = people.update_many(AllDocuments, Person::fields().age().inc(5)).await.unwrap_err();
    assert_failed(&error, Kind::SchemaValidation, Outcome::WriteResultUnknown);
    let n_changed = raw(&db)
        .count_documents(doc! { "$expr": { "$eq": ["$age", { "$add": ["$_id", 35] }] } })
        .await
        .unwrap();
    assert_eq!(n_changed, 6, "those before the refused one stay changed");
    Ok(())
}

#[mongo_testkit::test]
async fn not_primary_after_one_attempt_means_that_nothing_was_written(db: TestDb) {
    let store = Store::<Shop>::connect(config(&db).without_retries()).await.unwrap();
    let _fault = db.fail_point(FailPoint::command("insert").error_code(10107)).await.unwrap();
    let error = store.collection::<Person>().insert_one(&person(1)).await.unwrap_err();
    assert_failed(&error, Kind::Connection, Outcome::NoWritePerformed);
    assert!(error.is_retryable());
    assert_eq!(n_stored(&db).await, 0);
}

/// A server of its own: the fail point meets every client.
#[tokio::test]
async fn an_error_code_after_a_lost_reply_never_means_that_nothing_was_written() {
    let server = mongo_testkit::Server::start_own(&ServerOptions::new()).await.unwrap();
    for (id, code, labels) in [
        (1, 10107, vec!["RetryableWriteError"]),
        (2, 10107, vec!["RetryableWriteError", "NoWritesPerformed"]),
        (3, 13, vec![]),
        (4, 50, vec![]),
    ] {
        let db = server.database("lost_reply").await.unwrap();
        let people = people(&db).await;
        people.insert_one(&person(100)).await.unwrap();
        let lost = FailPoint::named("onPrimaryTransactionalWrite").data("closeConnection", true);
        let mut faults = db.fail_point(lost).await.unwrap();
        let answer = FailPoint::command("insert")
            .error_code(code)
            .error_labels(labels.iter().copied())
            .skip(1);
        faults.also(answer).await.unwrap();
        let error = people.insert_one(&person(id)).await.unwrap_err();
        faults.off().await.unwrap();
        assert_eq!(
            error.outcome(),
            Some(Outcome::WriteResultUnknown),
            "{code} {labels:?}: {error}"
        );
        assert_eq!(error.attempts(), 2, "{error}");
        assert_eq!(n_stored(&db).await, 2, "{code} {labels:?}: the first attempt was done");
        db.close().await.unwrap();
    }
}

#[mongo_testkit::test]
async fn the_driver_error_is_behind_a_function(db: TestDb) {
    let people = people(&db).await;
    people.insert_one(&person(1)).await.unwrap();
    let error = people.insert_one(&person(1)).await.unwrap_err();
    let driver = driver_error(&error).expect("the server has answered");
    assert!(matches!(*driver.kind, mongodb::error::ErrorKind::Write(_)));
}

#[mongo_testkit::test]
async fn a_lost_connection_of_a_read_has_no_outcome(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_one(&person(1)).await?;
    let _fault =
        db.fail_point(FailPoint::command("find").close_connection().times(3)).await.unwrap();
    let error = people.find_one(by_id(1)).await.unwrap_err();
    assert_failed(&error, Kind::Connection, None);
    assert!(error.is_retryable());
    assert_eq!(error.attempts(), 2);
    Ok(())
}

#[mongo_testkit::test]
async fn an_unserved_read_concern_is_its_own_kind(db: TestDb) {
    let people = people(&db).await;
    for code in [246, 239] {
        let fault = db.fail_point(FailPoint::command("find").error_code(code)).await.unwrap();
        let error = people.find_one(by_id(1)).await.unwrap_err();
        assert_failed(&error, Kind::ReadConcern, None);
        fault.off().await.unwrap();
    }
}

#[mongo_testkit::test]
async fn a_write_against_the_privileges_is_refused_and_not_done(db: TestDb) {
    let people = people(&db).await;
    let _fault = db.fail_point(FailPoint::command("insert").error_code(13)).await.unwrap();
    let error = people.insert_one(&person(1)).await.unwrap_err();
    assert_failed(&error, Kind::Auth, Outcome::NoWritePerformed);
    assert_eq!(n_stored(&db).await, 0);
}
