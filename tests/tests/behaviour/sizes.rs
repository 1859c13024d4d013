//! Documents and commands that are too large or too deep.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    error::{Kind, Outcome},
    prelude::*,
};
use mongo_testkit::TestDb;

use crate::support::{Blob, assert_failed, store};

type Done = Result<(), mongo_runtime::error::Error>;

fn large(n_mib: usize) -> String {
    "x".repeat(n_mib << 20)
}

#[mongo_testkit::test]
async fn a_document_over_its_max_size_is_not_sent(db: TestDb) -> Done {
    let blobs = store(&db).await.collection::<Blob>();
    blobs.insert_one(&Blob { id: 1, text: large(14) }).await?;
    let error = blobs.insert_one(&Blob { id: 2, text: large(15) }).await.unwrap_err();
    assert_failed(&error, Kind::DocumentTooLarge, Outcome::NotSent);
    assert!(error.encode_error().is_some());
    assert_eq!(blobs.count(AllDocuments).await?, 1);
    Ok(())
}

#[mongo_testkit::test]
async fn a_document_that_an_update_would_make_too_large_stays_as_it_is(db: TestDb) -> Done {
    let blobs = store(&db).await.collection::<Blob>();
    let raw = db.database().collection::<BsonDocument>("blobs");
    raw.insert_one(doc! { "_id": 1, "text": "small", "padding": large(10) }).await.unwrap();
    let error = blobs.update_one(by_id(1), Blob::fields().text().set(large(8))).await.unwrap_err();
    assert_failed(&error, Kind::DocumentTooLarge, Outcome::NoWritePerformed);
    assert!(matches!(error.code(), Some(10334 | 17419)), "{error}");
    let error = blobs.update_one(by_id(1), Blob::fields().text().set(large(17))).await.unwrap_err();
    assert_failed(&error, Kind::DocumentTooLarge, Outcome::NoWritePerformed);
    assert_eq!(error.code(), Some(10334));
    assert_eq!(blobs.find_one(by_id(1)).await?.unwrap().text, "small");
    Ok(())
}

#[mongo_testkit::test]
async fn a_filter_over_the_limit_reads_and_writes_nothing(db: TestDb) -> Done {
    let blobs = store(&db).await.collection::<Blob>();
    blobs.insert_one(&Blob { id: 1, text: "small".to_owned() }).await?;
    let filter = Blob::fields().text().eq(large(17));
    let error = blobs.find_one(&filter).await.unwrap_err();
    assert_failed(&error, Kind::DocumentTooLarge, None);
    let error = blobs.delete_one(&filter).await.unwrap_err();
    assert_failed(&error, Kind::DocumentTooLarge, Outcome::NoWritePerformed);
    assert_eq!(blobs.count(AllDocuments).await?, 1);
    Ok(())
}

/// A document of this many levels, and one whose typed field is that deep.
fn nested(n_levels: usize) -> BsonDocument {
    (1..n_levels).fold(doc! { "leaf": 1 }, |inner, _| doc! { "a": inner })
}

#[mongo_testkit::test(worker_threads = 2)]
async fn a_deep_document_is_a_value_or_a_typed_error(db: TestDb) -> Done {
    let blobs = store(&db).await.collection::<Blob>();
    let raw = db.database().collection::<BsonDocument>("blobs");
    raw.insert_one(doc! { "_id": 1, "text": "t", "unknown": nested(178) }).await.unwrap();
    raw.insert_one(doc! { "_id": 2, "text": nested(178) }).await.unwrap();
    for id in [1, 2] {
        let blobs = blobs.clone();
        let read = tokio::spawn(async move { blobs.find_one(by_id(id)).await });
        match read.await.expect("no panic") {
            Ok(found) => assert_eq!(found, Some(Blob { id: 1, text: "t".to_owned() })),
            Err(error) => assert_failed(&error, Kind::Decode, None),
        }
    }
    Ok(())
}
