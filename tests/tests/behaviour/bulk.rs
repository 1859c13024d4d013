//! Inserts of several documents: the status of each is told.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    error::{ItemStatus, Kind, Outcome},
};
use mongo_testkit::{FailPoint, TestDb};

use crate::support::{Blob, Person, assert_failed, n_stored, people, person, raw, store};

type Done = Result<(), mongo_runtime::error::Error>;

fn letters(error: &mongo_runtime::error::Error) -> String {
    let letter = |item: &ItemStatus| match item {
        ItemStatus::Inserted => 'i',
        ItemStatus::Failed(_) => 'f',
        ItemStatus::NotAttempted => '-',
        _ => '?',
    };
    error.bulk().expect("a bulk failure").items().iter().map(letter).collect()
}

#[mongo_testkit::test]
async fn an_ordered_bulk_ends_at_the_first_duplicate(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_one(&person(11)).await?;
    let error = people.insert_many(&[person(10), person(11), person(12)]).await.unwrap_err();
    assert_failed(&error, Kind::BulkPartialFailure, Outcome::PartialBulkWrite);
    assert_eq!(letters(&error), "if-");
    assert!(!error.is_ambiguous());
    let ItemStatus::Failed(failure) = &error.bulk().unwrap().items()[1] else { panic!("{error}") };
    assert_eq!((failure.kind(), failure.code()), (Kind::DuplicateKey, Some(11000)));
    assert_eq!(failure.duplicate_index().unwrap().name(), "_id_");
    assert_eq!(n_stored(&db).await, 2);
    Ok(())
}

#[mongo_testkit::test]
async fn an_unordered_bulk_tries_every_document(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_one(&person(21)).await?;
    let error =
        people.insert_many(&[person(20), person(21), person(22)]).unordered().await.unwrap_err();
    assert_failed(&error, Kind::BulkPartialFailure, Outcome::PartialBulkWrite);
    assert_eq!(letters(&error), "ifi");
    assert_eq!(n_stored(&db).await, 3);
    Ok(())
}

#[mongo_testkit::test]
async fn a_bulk_of_which_nothing_is_stored_says_so(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_many(&[person(1), person(2)]).await?;
    for insert in [
        people.insert_many(&[person(1), person(3)]),
        people.insert_many(&[person(1), person(2)]).unordered(),
    ] {
        let error = insert.await.unwrap_err();
        assert_failed(&error, Kind::DuplicateKey, Outcome::NoWritePerformed);
    }
    assert_eq!(n_stored(&db).await, 2);
    Ok(())
}

#[mongo_testkit::test]
async fn a_validator_keeps_one_of_three_out(db: TestDb) {
    let validator = doc! { "$jsonSchema": { "properties": { "age": { "maximum": 40 } } } };
    db.database().create_collection("people").validator(validator).await.unwrap();
    let people = people(&db).await;
    let error =
        people.insert_many(&[person(1), person(50), person(2)]).unordered().await.unwrap_err();
    assert_failed(&error, Kind::BulkPartialFailure, Outcome::PartialBulkWrite);
    assert_eq!(letters(&error), "ifi");
    let ItemStatus::Failed(failure) = &error.bulk().unwrap().items()[1] else { panic!("{error}") };
    let broken = &failure.validation_failures()[0];
    assert_eq!((broken.path(), broken.rule()), ("age", "maximum"));
    assert_eq!(
        failure.to_string(),
        "the collection's validator refused the document: `age` (`maximum`)"
    );
}

#[mongo_testkit::test]
async fn an_unordered_bulk_leaves_out_what_can_not_be_encoded_and_stores_the_rest(
    db: TestDb,
) -> Done {
    let people = people(&db).await;
    people.insert_one(&person(3)).await?;
    let mut all: Vec<Person> = (0..6).map(person).collect();
    all[1].tags = vec!["canary".repeat(17)];
    all[5].tags = vec!["x".into(); 4];
    let error = people.insert_many(&all).unordered().await.unwrap_err();
    assert_failed(&error, Kind::BulkPartialFailure, Outcome::PartialBulkWrite);
    assert_eq!(letters(&error), "ififif");
    let failures: Vec<_> = error
        .bulk()
        .unwrap()
        .items()
        .iter()
        .filter_map(|item| match item {
            ItemStatus::Failed(failure) => Some(failure),
            _ => None,
        })
        .collect();
    assert_eq!((failures[0].kind(), failures[0].code()), (Kind::Encode, None));
    assert_eq!(failures[0].encode_error().unwrap().path().to_string(), "tags");
    assert_eq!(failures[1].kind(), Kind::DuplicateKey);
    assert!(!format!("{error} {error:?} {failures:?}").contains("canary"), "{error:?}");
    assert_eq!(n_stored(&db).await, 4);
    Ok(())
}

#[mongo_testkit::test]
async fn an_unordered_bulk_of_which_nothing_can_be_encoded_sends_nothing(db: TestDb) {
    let people = people(&db).await;
    let bad = Person { tags: vec!["x".repeat(17)], ..person(1) };
    let error = people.insert_many([&bad, &bad]).unordered().await.unwrap_err();
    assert_failed(&error, Kind::Encode, Outcome::NotSent);
    assert_eq!((letters(&error).as_str(), error.attempts()), ("ff", 0));
    let good = person(2);
    let error = people.insert_many([&good, &bad]).unordered().await.unwrap_err();
    assert_failed(&error, Kind::BulkPartialFailure, Outcome::PartialBulkWrite);
    assert_eq!((letters(&error).as_str(), n_stored(&db).await), ("if", 1));
    let _fault =
        db.fail_point(FailPoint::command("insert").close_connection().times(2)).await.unwrap();
    let good = person(3);
    let error = people.insert_many([&bad, &good]).unordered().await.unwrap_err();
    assert_failed(&error, Kind::BulkPartialFailure, Outcome::WriteResultUnknown);
    assert_eq!(letters(&error), "f?");
}

#[mongo_testkit::test]
async fn an_empty_bulk_is_refused(db: TestDb) {
    let nobody: [Person; 0] = [];
    let error = people(&db).await.insert_many(&nobody).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
}

#[mongo_testkit::test]
async fn a_document_that_can_not_be_stored_keeps_all_from_being_sent(db: TestDb) {
    let people = people(&db).await;
    let mut all: Vec<Person> = (0..100).map(person).collect();
    all[60].tags = vec!["x".repeat(17)];
    let error = people.insert_many(&all).await.unwrap_err();
    assert_failed(&error, Kind::Encode, Outcome::NotSent);
    assert_eq!(error.input_index(), Some(60));
    assert_eq!(error.path().unwrap().to_string(), "tags");
    assert_eq!(n_stored(&db).await, 0);
}

#[mongo_testkit::test]
async fn an_oversize_document_in_a_later_chunk_keeps_all_from_being_sent(db: TestDb) {
    let blobs = store(&db).await.collection::<Blob>();
    let mut all: Vec<Blob> = (0..61).map(|id| Blob { id, text: "x".repeat(1 << 20) }).collect();
    all[60].text = "x".repeat(17 << 20);
    let error = blobs.insert_many(&all).await.unwrap_err();
    assert_failed(&error, Kind::DocumentTooLarge, Outcome::NotSent);
    assert_eq!(error.input_index(), Some(60));
    let stored = db.database().collection::<BsonDocument>("blobs").count_documents(doc! {}).await;
    assert_eq!(stored.unwrap(), 0);
}

#[mongo_testkit::test]
async fn a_second_chunk_that_breaks_leaves_the_first_confirmed_and_its_own_unknown(db: TestDb) {
    let blobs = store(&db).await.collection::<Blob>();
    let all: Vec<Blob> = (0..60).map(|id| Blob { id, text: "x".repeat(1 << 20) }).collect();
    let _fault =
        db.fail_point(FailPoint::command("insert").close_connection().skip(1)).await.unwrap();
    let error =
        blobs.insert_many(&all).deadline(std::time::Duration::from_secs(60)).await.unwrap_err();
    assert_failed(&error, Kind::BulkPartialFailure, Outcome::PartialBulkWrite);
    assert!(error.is_ambiguous());
    let bulk = error.bulk().unwrap();
    assert_eq!((bulk.n_inserted(), bulk.n_unknown()), (45, 15));
    let stored = db.database().collection::<BsonDocument>("blobs").count_documents(doc! {}).await;
    assert_eq!(stored.unwrap(), 45);
}

#[mongo_testkit::test]
async fn a_chunk_has_at_most_100_000_documents_and_the_second_is_told_apart(db: TestDb) {
    let people = people(&db).await;
    let all: Vec<Person> = (0..100_001).map(person).collect();
    let _fault =
        db.fail_point(FailPoint::command("insert").error_code(10107).skip(1)).await.unwrap();
    let error =
        people.insert_many(&all).deadline(std::time::Duration::from_secs(60)).await.unwrap_err();
    assert_failed(&error, Kind::BulkPartialFailure, Outcome::PartialBulkWrite);
    let bulk = error.bulk().unwrap();
    assert_eq!(bulk.n_inserted(), 100_000);
    assert_eq!(bulk.n_failed() + bulk.n_unknown(), 1);
    assert_eq!(n_stored(&db).await, 100_000);
}

#[mongo_testkit::test]
async fn a_duplicate_and_an_unmet_write_concern_are_both_told(db: TestDb) {
    let people = people(&db).await;
    raw(&db).insert_one(doc! { "_id": 2 }).await.unwrap();
    let _fault =
        db.fail_point(FailPoint::command("insert").write_concern_error(64, "late")).await.unwrap();
    let error =
        people.insert_many(&[person(1), person(2), person(3)]).unordered().await.unwrap_err();
    assert_failed(&error, Kind::BulkPartialFailure, Outcome::WriteResultUnknown);
    assert_eq!(letters(&error), "?f?");
    assert_eq!(n_stored(&db).await, 3);
}
