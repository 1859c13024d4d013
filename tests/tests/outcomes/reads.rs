//! Reads that fail: what kind of failure it is, that there is no outcome, and that the store goes on.

use std::time::Duration;

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    catalog,
    db::{Collection, Store, StoreConfig},
    error::{Error, Kind},
    prelude::*,
};
use mongo_testkit::{FailPoint, Fault, Proxy, TestDb};
use mongo_tests::canary::{CANARY, assert_clean_error, assert_clean_log, listen_to_log};

use crate::support::{apart, until};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "notes")]
#[mongo(index(name = "ix_text", keys(text, id)))]
struct Note {
    #[mongo(id)]
    id: i32,
    text: String,
}

#[derive(Filter, Clone)]
#[mongo(document = Note, operation = "note.by-text", sort(id))]
struct ByText {
    #[mongo(eq)]
    text: String,
}

catalog! { Notes: documents(Note) }

/// A kind of read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Read {
    FindOne,
    Find,
    Page,
    Slice,
    Count,
    Exists,
}

use Read::*;

const ALL: [Read; 6] = [FindOne, Find, Page, Slice, Count, Exists];

/// Those of several batches.
const LONG: [Read; 3] = [Find, Page, Slice];

const N: i32 = 20;

fn by_text() -> ByText {
    ByText { text: CANARY.to_owned() }
}

async fn fill(db: &TestDb) {
    listen_to_log();
    let raw = db.database().collection::<BsonDocument>("notes");
    let made = (0..N).map(|id| doc! { "_id": id, "text": CANARY });
    raw.insert_many(made).await.expect("the server runs");
}

async fn connect(config: StoreConfig) -> Collection<Note> {
    let store: Store<Notes> =
        Store::connect(config.page_key([3; 32])).await.expect("the server runs");
    store.collection::<Note>()
}

async fn notes(db: &TestDb) -> Collection<Note> {
    fill(db).await;
    connect(StoreConfig::new(db.uri(), db.name())).await
}

/// Reads all of it, in batches of five, and gives how many it got.
async fn send(notes: &Collection<Note>, read: Read, deadline: Duration) -> Result<u64, Error> {
    let find = || notes.find(by_text()).limit(N as u32).batch_size(5).deadline(deadline);
    Ok(match read {
        FindOne => notes.find_one(by_text()).deadline(deadline).await?.map_or(0, |_| 1),
        Find => find().await?.collect().await?.len() as u64,
        Page => find().page(None).await?.items.len() as u64,
        Slice => find().slice(0).await?.items.len() as u64,
        Count => notes.count(by_text()).deadline(deadline).await?,
        Exists => u64::from(notes.exists(by_text()).deadline(deadline).await?),
    })
}

const PATIENT: Duration = Duration::from_secs(60);

fn whole(read: Read) -> u64 {
    if matches!(read, FindOne | Exists) { 1 } else { N as u64 }
}

/// What every failed read has in common.
#[track_caller]
fn check(error: &Error, kind: Kind, what: &str) {
    assert_eq!((error.kind(), error.outcome()), (kind, None), "{what}: {error}");
    assert!(!error.is_ambiguous(), "{what}: {error}");
    assert_clean_error(error, what);
    assert_clean_log(what);
}

/// The store is as good as new.
async fn goes_on(notes: &Collection<Note>, what: &str) {
    for read in ALL {
        let n = send(notes, read, PATIENT).await.expect(what);
        assert_eq!(n, whole(read), "{read:?} after {what}");
    }
}

#[mongo_testkit::test]
async fn a_read_that_passes_its_deadline_is_a_timeout_and_the_next_one_works(db: TestDb) {
    let db = apart(&db).await;
    let notes = notes(&db).await;
    let slow = Duration::from_secs(2);
    for read in ALL {
        let what = format!("{read:?} on a slow server");
        let fault =
            db.fail_point(FailPoint::commands(["find", "aggregate"]).block(slow)).await.unwrap();
        let error = send(&notes, read, Duration::from_millis(300)).await.unwrap_err();
        check(&error, Kind::Timeout, &what);
        assert!(
            error.is_retryable() && error.attempts() >= 1 && error.elapsed() < slow,
            "{error:?}"
        );
        fault.off().await.unwrap();
        assert_eq!(send(&notes, read, PATIENT).await.expect(&what), whole(read));
    }
    goes_on(&notes, "time-outs").await;
}

#[mongo_testkit::test]
async fn a_read_that_waits_for_a_connection_until_its_deadline_was_not_sent(db: TestDb) {
    fill(&db).await;
    let proxy = Proxy::start(&db).await.unwrap();
    let config = StoreConfig::new(proxy.uri(), db.name()).deadline(PATIENT).pool_size(0, 1);
    let notes = connect(config).await;
    proxy.add(Fault::drop_reply().command("aggregate").always());
    let hits = proxy.hits();
    let taker = tokio::spawn({
        let notes = notes.clone();
        async move { notes.count(AllDocuments).await }
    });
    until!("the connection is taken", proxy.hits() > hits);
    for read in ALL {
        let what = format!("{read:?} without a connection");
        let error = send(&notes, read, Duration::from_millis(300)).await.unwrap_err();
        check(&error, Kind::Timeout, &what);
        assert_eq!(error.attempts(), 0, "{what}");
    }
    taker.abort();
    proxy.clear();
    goes_on(&notes, "a full pool").await;
}

#[mongo_testkit::test]
async fn a_read_that_breaks_between_two_batches_is_never_a_short_result(db: TestDb) {
    let db = apart(&db).await;
    let notes = notes(&db).await;
    let faults = [
        ("a lost connection", FailPoint::command("getMore").close_connection(), None),
        ("a killed cursor", FailPoint::command("getMore").error_code(43), Some(43)),
        ("a dropped collection", FailPoint::command("getMore").error_code(175), Some(175)),
        (
            "a primary that stepped down",
            FailPoint::command("getMore").error_code(10107),
            Some(10107),
        ),
        ("a primary that steps down", FailPoint::command("getMore").error_code(11602), Some(11602)),
    ];
    for (why, fault, code) in faults {
        for read in LONG {
            let what = format!("{read:?} with {why}");
            let fault = db.fail_point(fault.clone()).await.unwrap();
            let error = send(&notes, read, PATIENT).await.unwrap_err();
            check(&error, Kind::Cursor, &what);
            assert_eq!((error.code(), error.delivered()), (code, Some(5)), "{what}: {error}");
            fault.off().await.unwrap();
        }
    }
    goes_on(&notes, "broken cursors").await;
}

/// The cursor of a session lives as long as that, whatever the server's time for idle cursors is.
#[mongo_testkit::test]
async fn a_cursor_whose_session_the_server_has_ended_fails_after_what_it_gave(db: TestDb) {
    let db = apart(&db).await;
    let notes = notes(&db).await;
    let mut cursor = notes.find(by_text()).limit(N as u32).batch_size(5).await.unwrap();
    for _ in 0..5 {
        cursor.next().await.unwrap().unwrap();
    }
    let admin = db.client().database("admin");
    admin.run_command(doc! { "killAllSessions": [] }).await.unwrap();
    let error = cursor.next().await.unwrap().unwrap_err();
    check(&error, Kind::Cursor, "an ended session");
    assert_eq!((error.code(), error.delivered()), (Some(43), Some(5)));
    assert!(cursor.next().await.is_none());
    goes_on(&notes, "an ended session").await;
}

#[mongo_testkit::test]
async fn a_collection_that_is_dropped_between_two_batches_is_told(db: TestDb) {
    let notes = notes(&db).await;
    let mut cursor = notes.find(by_text()).limit(N as u32).batch_size(5).await.unwrap();
    for _ in 0..5 {
        cursor.next().await.unwrap().unwrap();
    }
    db.database().collection::<BsonDocument>("notes").drop().await.unwrap();
    let error = cursor.next().await.unwrap().unwrap_err();
    check(&error, Kind::Cursor, "a dropped collection");
    assert_eq!((error.code(), error.delivered()), (Some(175), Some(5)));
    assert!(cursor.next().await.is_none());
}

#[mongo_testkit::test]
async fn a_filter_over_the_limit_of_the_server_reads_nothing(db: TestDb) {
    let notes = notes(&db).await;
    let large = || ByText { text: CANARY.repeat(17 * 1024 * 1024 / CANARY.len()) };
    let find = || notes.find(large()).limit(5);
    for (what, result) in [
        ("find", find().await.map(drop)),
        ("page", find().page(None).await.map(drop)),
        ("find_one", notes.find_one(large()).await.map(drop)),
        ("count", notes.count(large()).await.map(drop)),
        ("exists", notes.exists(large()).await.map(drop)),
    ] {
        check(&result.unwrap_err(), Kind::DocumentTooLarge, what);
    }
    goes_on(&notes, "a large filter").await;
}

#[mongo_testkit::test]
async fn a_guarantee_that_the_server_can_not_give_is_its_own_kind(db: TestDb) {
    let db = apart(&db).await;
    let notes = notes(&db).await;
    for (code, attempts) in [(134, 2), (246, 1), (239, 1)] {
        for read in ALL {
            let what = format!("{read:?} with code {code}");
            let fault = FailPoint::commands(["find", "aggregate"]).error_code(code).always();
            let fault = db.fail_point(fault).await.unwrap();
            let error = send(&notes, read, PATIENT).await.unwrap_err();
            check(&error, Kind::ReadConcern, &what);
            assert_eq!((error.code(), error.attempts()), (Some(code), attempts), "{what}");
            fault.off().await.unwrap();
        }
    }
    goes_on(&notes, "unserved guarantees").await;
}
