//! Upserts that other mappers can't say, do in two steps, or tell wrongly.

use mongo_runtime::{
    bson::{Bson, DateTime, Document as BsonDocument, doc, oid::ObjectId},
    db::{Collection, Upserted, UpsertedAfter, UpsertedBefore},
    error::{Error, Kind, Outcome},
    prelude::*,
    update::IntoUpsert,
};
use mongo_testkit::{FailPoint, TestDb};

use crate::support::{collection, insert_raw};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "people", owns_document)]
#[mongo(index(name = "uq_email", keys(email), unique))]
struct Person {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 64)]
    email: String,
    #[mongo(max_len = 64)]
    name: String,
    created_at: DateTime,
    logins: i64,
    #[mongo(revision)]
    revision: Revision,
}

#[derive(Update, Debug, Clone)]
#[mongo(document = Person, operation = "person.log-in", upsert = "uq_email", inc(logins = 1))]
struct LogIn {
    #[mongo(key)]
    email: String,
    #[mongo(set)]
    name: String,
    #[mongo(set_on_insert)]
    created_at: DateTime,
}

fn log_in(name: &str, millis: i64) -> LogIn {
    let created_at = DateTime::from_millis(millis);
    LogIn { email: "a@example.org".to_owned(), name: name.to_owned(), created_at }
}

fn same(db: &TestDb) -> mongodb::Collection<BsonDocument> {
    db.database().collection("people")
}

async fn make_unique(db: &TestDb, field: &str) {
    let options =
        mongodb::options::IndexOptions::builder().unique(true).name(format!("uq_{field}")).build();
    let index = mongodb::IndexModel::builder().keys(doc! { field: 1 }).options(options).build();
    same(db).create_index(index).await.expect("the server runs");
}

async fn people(db: &TestDb) -> Collection<Person> {
    make_unique(db, "email").await;
    collection(db).await
}

async fn the_one(people: &Collection<Person>) -> Person {
    assert_eq!(people.count(AllDocuments).await.expect("the server runs"), 1);
    people.find_one(AllDocuments).await.expect("the server runs").expect("it is there")
}

/// UP-06. Elsewhere there is no `$setOnInsert`, or no upsert that is found.
#[mongo_testkit::test]
async fn an_upsert_sets_each_time_and_on_insert_once(db: TestDb) -> Result<(), Error> {
    let people = people(&db).await;
    let Upserted::Inserted(id) = people.upsert_one(log_in("Ann", 1)).await? else {
        panic!("there was nobody")
    };
    let again = people.upsert_one(log_in("Anna", 2)).await?;
    assert_eq!(again, Upserted::Updated { is_modified: true });
    let end = the_one(&people).await;
    assert_eq!((end.id, end.name.as_str(), end.logins), (id, "Anna", 2));
    assert_eq!(end.created_at, DateTime::from_millis(1), "only the insert sets it");
    Ok(())
}

/// UP-07. Elsewhere the image before is nothing for an insert, and so is that of a document that nobody found.
#[mongo_testkit::test]
async fn both_images_of_an_upsert_tell_an_insert_from_an_update(db: TestDb) -> Result<(), Error> {
    let people = people(&db).await;
    let first = people.find_one_and_upsert(log_in("Ann", 1)).before().await?;
    assert_eq!(first, UpsertedBefore::Inserted);
    let UpsertedBefore::Updated(was) =
        people.find_one_and_upsert(log_in("Bea", 2)).before().await?
    else {
        panic!("it was there")
    };
    assert_eq!((was.name.as_str(), was.logins), ("Ann", 1));
    let UpsertedAfter::Updated(is) = people.find_one_and_upsert(log_in("Cat", 3)).after().await?
    else {
        panic!("it was there")
    };
    assert_eq!((is.name.as_str(), is.logins), ("Cat", 3));
    let other = LogIn { email: "b@example.org".to_owned(), ..log_in("Dan", 4) };
    let UpsertedAfter::Inserted(new) = people.find_one_and_upsert(other).after().await? else {
        panic!("there was nobody")
    };
    assert_eq!(
        (new.name.as_str(), new.logins, new.created_at),
        ("Dan", 1, DateTime::from_millis(4))
    );
    Ok(())
}

/// UP-09. Elsewhere one number, `matched: 0`, stands for an insert, for a conflict and for a document that is gone.
#[mongo_testkit::test]
async fn inserted_updated_conflict_and_not_found_are_four_answers(db: TestDb) -> Result<(), Error> {
    let people = people(&db).await;
    assert!(people.upsert_one(log_in("Ann", 1)).await?.is_inserted());
    let read = the_one(&people).await;
    assert!(!people.upsert_one(log_in("Bea", 1)).await?.is_inserted());
    let error = people.replace_one(&read).await.expect_err("somebody was faster");
    let conflict = (Kind::OptimisticConflict, Some(Outcome::NoWritePerformed));
    assert_eq!((error.kind(), error.outcome()), conflict, "{error}");
    let _ = people.delete_one(by_id(read.id)).await?;
    let error = people.replace_one(&read).await.expect_err("it is gone");
    let not_found = (Kind::NotFound, Some(Outcome::NoWritePerformed));
    assert_eq!((error.kind(), error.outcome()), not_found, "{error}");
    assert_eq!(people.count(AllDocuments).await?, 0, "no replacement inserts");
    Ok(())
}

/// C9. Elsewhere it is a find and then an insert, and between the two there is room for a twin.
#[mongo_testkit::test(worker_threads = 2)]
async fn two_tasks_that_upsert_one_key_at_once_make_one_document(db: TestDb) -> Result<(), Error> {
    let people = people(&db).await;
    for n in 0..50 {
        let of = |name| LogIn { email: format!("{n}@example.org"), ..log_in(name, n) };
        let (a, b) = tokio::join!(
            people.upsert_one(of("a")).into_future(),
            people.upsert_one(of("b")).into_future(),
        );
        assert_ne!(a?.is_inserted(), b?.is_inserted(), "one inserts and one updates");
    }
    let all = people.find(AllDocuments).limit(100).await?.collect().await?;
    assert_eq!(all.iter().map(|person| person.logins).collect::<Vec<_>>(), [2; 50]);
    Ok(())
}

/// C10. The duplicate of the upsert's own key is no error: the document is there, and the upsert is sent again. That of another
/// index is one, at once.
#[mongo_testkit::test]
async fn a_duplicate_of_the_own_key_is_sent_again_and_that_of_another_index_is_told(
    db: TestDb,
) -> Result<(), Error> {
    let people = people(&db).await;
    let info = doc! { "keyPattern": { "email": 1 }, "keyValue": { "email": "x" } };
    let lost = FailPoint::command("update").error_code(11000).data("errorExtraInfo", info);
    let fault = db.fail_point(lost).await.expect("a fail point");
    assert!(people.upsert_one(log_in("Ann", 1)).await?.is_inserted());
    fault.off().await.expect("it goes off");

    make_unique(&db, "name").await;
    let other = LogIn { email: "b@example.org".to_owned(), ..log_in("Ann", 2) };
    let error = people.upsert_one(other).await.expect_err("the name is taken");
    let refused = (Kind::DuplicateKey, Some(Outcome::NoWritePerformed), 1);
    assert_eq!((error.kind(), error.outcome(), error.attempts()), refused, "{error}");
    assert_eq!(error.duplicate_index().expect("an index").name(), "uq_name");
    assert_eq!(the_one(&people).await.logins, 1);
    Ok(())
}

/// C03. An upsert that also asks for a version inserts a twin of every document at another one, and the unique index refuses it.
/// Here the filter of an upsert is its key.
#[mongo_testkit::test]
async fn the_filter_of_an_upsert_is_its_key_and_nothing_else(db: TestDb) -> Result<(), Error> {
    let people = people(&db).await;
    let _ = people.upsert_one(log_in("Ann", 1)).await?;
    let stale = doc! { "email": "a@example.org", "revision": 7_i64 };
    let by_driver =
        same(&db).update_one(stale, doc! { "$inc": { "logins": 1 } }).upsert(true).await;
    let error = by_driver.expect_err("the index has the key");
    assert!(error.to_string().contains("E11000"), "{error}");

    let rendered = log_in("Bea", 1).into_upsert().render()?;
    assert_eq!(rendered.filter, doc! { "email": "a@example.org" });
    assert!(!people.upsert_one(log_in("Bea", 1)).await?.is_inserted());
    assert_eq!(the_one(&people).await.logins, 2);
    Ok(())
}

/// C04. Without the index the server takes each of two upserts at once for the first one. Here it is asked for by its name.
#[mongo_testkit::test]
async fn an_upsert_needs_its_unique_index_on_the_server(db: TestDb) -> Result<(), Error> {
    let people = collection::<Person>(&db).await;
    insert_raw::<Person>(&db, doc! { "_id": ObjectId::new(), "email": "b@example.org" }).await;
    for error in [
        people.upsert_one(log_in("Ann", 1)).await.expect_err("no index"),
        people.find_one_and_upsert(log_in("Ann", 1)).before().await.expect_err("no index"),
    ] {
        let refused = (Kind::OperationRejected, Some(Outcome::NoWritePerformed));
        assert_eq!((error.kind(), error.outcome()), refused, "{error}");
        assert!(error.to_string().contains("no index `uq_email`"), "{error}");
    }
    let emails = same(&db).distinct("email", doc! {}).await.expect("the server runs");
    assert_eq!(emails, [Bson::from("b@example.org")], "nothing was inserted");
    Ok(())
}
