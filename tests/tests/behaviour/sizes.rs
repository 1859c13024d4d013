//! Documents and commands that are too large or too deep.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    catalog,
    db::Store,
    error::{
        Kind,
        Outcome::{self, NoWritePerformed, WriteResultUnknown},
    },
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
    let store = store(&db).await;
    let blobs = store.collection::<Blob>();
    let raw = db.database().collection::<BsonDocument>("blobs");
    raw.insert_one(doc! { "_id": 1, "text": "small", "padding": large(10) }).await.unwrap();
    for n_mib in [8, 17] {
        let grow = || Blob::fields().text().set(large(n_mib));
        // A write of many may have changed documents before the one that is refused, but not when the command is.
        let of_many = if n_mib == 8 { WriteResultUnknown } else { NoWritePerformed };
        for (result, outcome) in [
            (blobs.update_one(by_id(1), grow()).await.map(drop), NoWritePerformed),
            (blobs.update_many(AllDocuments, grow()).await.map(drop), of_many),
            (blobs.find_one_and_update(by_id(1), grow()).after().await.map(drop), NoWritePerformed),
            (
                store.bulk_write().add(blobs.update_one(by_id(1), grow())).await.map(drop),
                NoWritePerformed,
            ),
        ] {
            let error = result.unwrap_err();
            assert_failed(&error, Kind::DocumentTooLarge, outcome);
            assert!(matches!(error.code(), Some(10334 | 17419 | 17420)), "{error}");
            assert!(!error.is_retryable() && error.is_ambiguous() == (outcome != NoWritePerformed));
        }
    }
    assert_eq!(blobs.find_one(by_id(1)).await?.unwrap().text, "small");
    Ok(())
}

#[mongo_testkit::test]
async fn a_filter_over_the_limit_reads_and_writes_nothing(db: TestDb) -> Done {
    let store = store(&db).await;
    let blobs = store.collection::<Blob>();
    blobs.insert_one(&Blob { id: 1, text: "small".to_owned() }).await?;
    let filter = Blob::fields().text().eq(large(17));
    let error = blobs.find_one(&filter).await.unwrap_err();
    assert_failed(&error, Kind::DocumentTooLarge, None);
    let shorten = || Blob::fields().text().set("less");
    for result in [
        blobs.delete_one(&filter).await.map(drop),
        blobs.delete_many(&filter).await.map(drop),
        blobs.update_one(&filter, shorten()).await.map(drop),
        blobs.update_many(&filter, shorten()).await.map(drop),
        blobs.find_one_and_update(&filter, shorten()).after().await.map(drop),
        blobs.find_one_and_delete(&filter).await.map(drop),
        store.bulk_write().add(blobs.delete_many(&filter)).await.map(drop),
    ] {
        assert_failed(&result.unwrap_err(), Kind::DocumentTooLarge, NoWritePerformed);
    }
    assert_eq!(blobs.find_one(by_id(1)).await?.unwrap().text, "small");
    Ok(())
}

/// Small elements are many bytes together: a bound of two million would not compile.
#[mongo_testkit::test]
async fn an_array_of_a_million_numbers_is_stored_and_one_more_is_not_sent(db: TestDb) -> Done {
    let lists: Store<Lists> = Store::connect(crate::support::config(&db)).await?;
    let lists = lists.collection::<List>();
    let million = List { id: 1, numbers: (0..1_000_000).collect() };
    lists.insert_one(&million).await?;
    assert_eq!(lists.find_one(by_id(1)).await?, Some(million));
    let more = List { id: 2, numbers: (0..1_000_001).collect() };
    let error = lists.insert_one(&more).await.unwrap_err();
    assert_failed(&error, Kind::Encode, Outcome::NotSent);
    assert_eq!((error.attempts(), lists.count(AllDocuments).await?), (0, 1));
    Ok(())
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "lists", max_size = "15 MiB")]
struct List {
    #[mongo(id)]
    id: i32,
    #[mongo(max_items = 1_000_000)]
    numbers: Vec<i32>,
}

catalog! {
    /// The catalog of the lists.
    Lists: documents(List)
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

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "trees", max_size = "1 MiB")]
struct Tree {
    #[mongo(id)]
    id: i32,
    #[mongo(opaque)]
    tree: BsonDocument,
}

catalog! {
    /// The catalog of the trees.
    Trees: documents(Tree)
}

/// The server stores 180 levels and refuses more with code 15. What is not read is not written: both end at 100.
#[mongo_testkit::test(worker_threads = 2)]
async fn a_document_is_written_as_deep_as_it_is_read_and_no_deeper(db: TestDb) -> Done {
    let store: Store<Trees> = Store::connect(crate::support::config(&db)).await?;
    let trees = store.collection::<Tree>();
    let deepest = Tree { id: 1, tree: nested(99) };
    trees.insert_one(&deepest).await?;
    assert_eq!(trees.find_one(by_id(1)).await?, Some(deepest));
    for n_levels in [101, 180, 181, 250] {
        let deep = Tree { id: 2, tree: nested(n_levels) };
        let of_update = Tree::fields().tree().set(deep.tree.clone());
        for result in [
            trees.insert_one(&deep).await.map(drop),
            trees.insert_many([&deep]).await.map(drop),
            trees.update_one(by_id(1), of_update).await.map(drop),
        ] {
            assert_failed(&result.unwrap_err(), Kind::Encode, Outcome::NotSent);
        }
    }
    assert_eq!(trees.count(AllDocuments).await?, 1);
    Ok(())
}
