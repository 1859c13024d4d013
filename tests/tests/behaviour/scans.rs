//! A scan sees each document once that is there throughout, goes on where it was left, and never faster than it may.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    catalog,
    db::{BadDocument, Collection, ScanPosition},
    error::{Kind, Outcome},
    prelude::*,
};
use mongo_testkit::TestDb;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "entries")]
struct Entry {
    #[mongo(id)]
    id: i32,
    n: i32,
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "things", discriminator(kind = "chair"))]
struct Chair {
    #[mongo(id)]
    id: i32,
}

catalog! { Scanned: documents(Entry, Chair) }

async fn store(db: &TestDb) -> Store<Scanned> {
    Store::connect(StoreConfig::new(db.uri(), db.name())).await.expect("a store")
}

async fn entries(db: &TestDb, ids: impl IntoIterator<Item = i32>) -> Collection<Entry> {
    let entries = store(db).await.collection::<Entry>();
    let documents: Vec<Entry> = ids.into_iter().map(|id| Entry { id, n: 0 }).collect();
    let _ = entries.insert_many(&documents).await.expect("they are stored");
    entries
}

fn ids(documents: &[Entry]) -> Vec<i32> {
    documents.iter().map(|entry| entry.id).collect()
}

#[mongo_testkit::test]
async fn every_document_comes_once_in_the_order_of_its_id(db: TestDb) {
    let entries = entries(&db, (0..25).rev()).await;
    let mut scan = entries.scan("a test").batch_size(10);
    assert_eq!(scan.position(), None);
    let mut seen = Vec::new();
    let mut sizes = Vec::new();
    while let Some(batch) = scan.next_batch().await.unwrap() {
        sizes.push(batch.documents.len());
        assert_eq!(scan.position(), Some(batch.position));
        seen.extend(ids(&batch.documents));
    }
    assert_eq!(seen, (0..25).collect::<Vec<_>>());
    assert_eq!(sizes, [10, 10, 5]);
    assert!(scan.next_batch().await.unwrap().is_none(), "the end stays the end");
}

#[mongo_testkit::test]
async fn what_is_there_throughout_is_seen_beside_inserts_and_deletes(db: TestDb) {
    let entries = entries(&db, (0..400).map(|n| n * 10)).await;
    let others = entries.clone();
    let writer = tokio::spawn(async move {
        for n in 0..400 {
            others.insert_one(&Entry { id: n * 10 + 5, n }).await.expect("it is stored");
            // Every fourth of the first documents goes away.
            if n % 4 == 0 {
                let _ = others.delete_one(by_id(n * 10)).await.expect("it is deleted");
            }
        }
    });
    let mut seen = Vec::new();
    let mut scan = entries.scan("a test").batch_size(7);
    while let Some(batch) = scan.next_batch().await.unwrap() {
        seen.extend(ids(&batch.documents));
    }
    writer.await.expect("no panic");
    let once: BTreeSet<i32> = seen.iter().copied().collect();
    assert_eq!(once.len(), seen.len(), "none comes twice");
    assert!(seen.is_sorted());
    let stayed = (0..400).filter(|n| n % 4 != 0).map(|n| n * 10);
    assert!(stayed.into_iter().all(|id| once.contains(&id)));
}

#[mongo_testkit::test]
async fn a_scan_goes_on_elsewhere_from_the_text_of_its_position(db: TestDb) {
    let entries = entries(&db, 0..30).await;
    let mut seen = Vec::new();
    let mut kept: Option<String> = None;
    // Each round is another process, which reads two batches.
    for _ in 0..4 {
        let mut scan = entries.scan("a test").batch_size(4);
        if let Some(text) = &kept {
            scan = scan.resume_from(&text.parse().unwrap()).unwrap();
        }
        for _ in 0..2 {
            let Some(batch) = scan.next_batch().await.unwrap() else { break };
            seen.extend(ids(&batch.documents));
            kept = Some(batch.position.to_string());
        }
    }
    assert_eq!(seen, (0..30).collect::<Vec<_>>());
}

#[mongo_testkit::test]
async fn a_position_is_one_of_its_collection(db: TestDb) {
    let entries = entries(&db, 0..3).await;
    let batch = entries.scan("a test").next_batch().await.unwrap().expect("three documents");
    let error = store(&db).await.collection::<Chair>().scan("a test").resume_from(&batch.position);
    assert_eq!(
        error.unwrap_err().to_string(),
        "the position is not one of a scan of the collection `things`"
    );
    let text = batch.position.to_string();
    assert_eq!(text.parse(), Ok(batch.position));
    for wrong in ["", "00", "zz", "é", &text[2..], &text[..text.len() - 2], &"0".repeat(20_000)] {
        assert!(wrong.parse::<ScanPosition>().is_err(), "{wrong:?}");
    }
}

#[mongo_testkit::test]
async fn a_document_that_can_t_be_read_keeps_the_position_or_is_told_beside_the_others(db: TestDb) {
    let entries = entries(&db, 0..4).await;
    let raw = db.database().collection::<BsonDocument>("entries");
    raw.insert_one(doc! { "_id": 4, "n": "four" }).await.unwrap();
    raw.insert_one(doc! { "_id": 5, "n": 5 }).await.unwrap();
    let mut scan = entries.scan("a test").batch_size(3);
    let first = scan.next_batch().await.unwrap().expect("a batch");
    for _ in 0..2 {
        let error = scan.next_batch().await.unwrap_err();
        assert_eq!(error.kind(), Kind::Decode, "{error}");
        assert_eq!(scan.position().as_ref(), Some(&first.position));
    }
    let mut scan = entries.scan("a test").batch_size(3).on_bad_document(BadDocument::Continue);
    scan = scan.resume_from(&first.position).unwrap();
    let second = scan.next_batch().await.unwrap().expect("a batch");
    assert_eq!((ids(&second.documents), second.unread.len()), (vec![3, 5], 1));
    assert!(scan.next_batch().await.unwrap().is_none());
}

#[mongo_testkit::test]
async fn a_scan_is_about_the_documents_of_its_type(db: TestDb) {
    let chairs = store(&db).await.collection::<Chair>();
    chairs.insert_one(&Chair { id: 1 }).await.unwrap();
    let raw = db.database().collection::<BsonDocument>("things");
    raw.insert_one(doc! { "_id": 2, "kind": "table" }).await.unwrap();
    let mut scan = chairs.scan("a test");
    assert_eq!(scan.next_batch().await.unwrap().expect("a batch").documents, [Chair { id: 1 }]);
    assert!(scan.next_batch().await.unwrap().is_none());
}

#[mongo_testkit::test]
async fn a_rate_holds_batches_back(db: TestDb) {
    let entries = entries(&db, 0..30).await;
    let started = Instant::now();
    let mut scan = entries.scan("a test").batch_size(10).at_most(100);
    while scan.next_batch().await.unwrap().is_some() {}
    // Three batches of ten at a hundred a second; a slow machine only takes longer.
    assert!(started.elapsed() >= Duration::from_millis(300), "{:?}", started.elapsed());
}

#[mongo_testkit::test]
async fn a_scan_has_a_reason_and_a_size(db: TestDb) {
    let entries = entries(&db, 0..3).await;
    for mut scan in
        [entries.scan(" "), entries.scan("a test").batch_size(0), entries.scan("a test").at_most(0)]
    {
        let error = scan.next_batch().await.unwrap_err();
        assert_eq!((error.kind(), error.attempts()), (Kind::OperationRejected, 0), "{error}");
        assert_eq!(error.outcome(), None::<Outcome>);
    }
}

#[mongo_testkit::test]
async fn the_servers_log_has_the_reason(db: TestDb) {
    let entries = entries(&db, 0..3).await;
    db.database().run_command(doc! { "profile": 2 }).await.expect("the server profiles");
    let mut scan = entries.scan("count what is left").batch_size(2);
    while scan.next_batch().await.unwrap().is_some() {}
    let profile = db.database().collection::<BsonDocument>("system.profile");
    let of_scan = doc! { "command.comment": "entry.scan: count what is left" };
    assert_eq!(profile.count_documents(of_scan.clone()).await.unwrap(), 3);
    let command = profile.find_one(of_scan).await.unwrap().expect("it was sent");
    assert_eq!(command.get_str("planSummary").ok(), Some("IXSCAN { _id: 1 }"));
}
