//! Upserts do on the server what they say, alone, in a race and when replies are lost.

use std::{collections::BTreeSet, sync::Arc};

use mongo_runtime::{
    StoredAs,
    bson::{Document as BsonDocument, doc},
    catalog,
    db::{Collection, Reconciled, Store, StoreConfig, Upserted, UpsertedAfter, UpsertedBefore},
    error::{Error, ItemStatus, Kind, Outcome},
    prelude::*,
    stored_as,
    update::Rejection,
};
use mongo_testkit::{FailPoint, Fault, Proxy, TestDb};

use crate::support::{assert_failed, config};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "pages", schema_version = 2)]
#[mongo(index(name = "uq_site_path", keys(site, path), unique))]
struct Page {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 32)]
    site: String,
    #[mongo(max_len = 32)]
    path: String,
    #[mongo(max_len = 32)]
    slug: String,
    visits: i64,
    narrow: u16,
    #[mongo(max_items = 3)]
    last: Vec<i64>,
    #[mongo(max_items = 4)]
    words: BTreeSet<String>,
    first_seen: i64,
    #[mongo(revision)]
    revision: Revision,
}

/// A document that is found by its own `_id`, of another type than the server would make.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "counters")]
#[mongo(index(name = "uq_label", keys(label), unique))]
struct Counter {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 32)]
    label: String,
    total: i64,
    #[mongo(revision)]
    revision: Revision,
}

#[derive(Update, Debug, Clone)]
#[mongo(document = Page, operation = "page.visit", upsert = "uq_site_path")]
#[mongo(inc(visits = 1, narrow = 1))]
struct Visit {
    #[mongo(key)]
    site: String,
    #[mongo(key)]
    path: String,
    #[mongo(set_on_insert)]
    slug: String,
    #[mongo(push, path = last, slice = -3)]
    at: i64,
    #[mongo(set_on_insert)]
    first_seen: i64,
    #[mongo(add_to_set_each)]
    words: Vec<String>,
}

/// The same without any condition but that of the version.
#[derive(Update, Debug, Clone)]
#[mongo(document = Page, operation = "page.fill", upsert = "uq_site_path")]
#[mongo(set_on_insert(narrow = 0, first_seen = 0, words = BTreeSet::new()))]
struct Fill {
    #[mongo(key)]
    site: String,
    #[mongo(key)]
    path: String,
    #[mongo(set)]
    slug: String,
    #[mongo(inc)]
    visits: i64,
    #[mongo(push)]
    last: i64,
}

#[derive(Update, Debug, Clone)]
#[mongo(document = Counter, operation = "counter.add", upsert = "_id_")]
struct Add {
    #[mongo(key)]
    id: i32,
    #[mongo(set_on_insert)]
    label: String,
    #[mongo(inc, path = total)]
    by: i64,
}

#[derive(Update, Debug, Clone)]
#[mongo(document = Counter, operation = "counter.add-to-label", upsert = "uq_label")]
struct AddToLabel {
    #[mongo(key)]
    label: String,
    #[mongo(set_on_insert)]
    id: i32,
    #[mongo(inc, path = total)]
    by: i64,
}

catalog! {
    /// The catalog of the upserts.
    Upserts: documents(Page, Counter), operations(Visit, Fill, Add, AddToLabel)
}

/// An `_id` that takes no `ObjectId` for good.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Never;

enum Refusing {}

impl StoredAs<Never> for Refusing {
    type Stored = ObjectId;

    fn to_stored(_: &Never) -> Result<ObjectId, &'static str> {
        Ok(ObjectId::new())
    }

    fn from_stored(_: ObjectId) -> Result<Never, &'static str> {
        Err("nothing is read")
    }
}

stored_as!(Refusing: Never);

#[derive(Document, Debug)]
#[mongo(collection = "stamps")]
#[mongo(index(name = "uq_name", keys(name), unique))]
struct Stamp {
    #[mongo(id, with = Refusing)]
    id: Never,
    name: i32,
    n: i64,
}

#[derive(Update, Debug)]
#[mongo(document = Stamp, operation = "stamp.put", upsert = "uq_name")]
struct Put {
    #[mongo(key)]
    name: i32,
    #[mongo(inc)]
    n: i64,
}

catalog! {
    /// The catalog of the stamps.
    Stamps: documents(Stamp)
}

type Done = Result<(), Error>;

async fn index(db: &TestDb, collection: &str, name: &str, keys: BsonDocument) {
    let indexes = vec![doc! { "key": keys, "name": name, "unique": true }];
    let command = doc! { "createIndexes": collection, "indexes": indexes };
    db.database().run_command(command).await.expect("the server runs");
}

async fn store(db: &TestDb, config: StoreConfig) -> Store<Upserts> {
    index(db, "pages", "uq_site_path", doc! { "site": 1, "path": 1 }).await;
    index(db, "counters", "uq_label", doc! { "label": 1 }).await;
    Store::connect(config).await.expect("the server runs")
}

async fn pages(db: &TestDb) -> Collection<Page> {
    store(db, config(db)).await.collection()
}

async fn counters(db: &TestDb) -> Collection<Counter> {
    store(db, config(db)).await.collection()
}

async fn raw(db: &TestDb, collection: &str) -> Vec<BsonDocument> {
    let mut cursor =
        db.database().collection::<BsonDocument>(collection).find(doc! {}).await.expect("it runs");
    let mut all = Vec::new();
    while cursor.advance().await.expect("it runs") {
        all.push(cursor.deserialize_current().expect("it is a document"));
    }
    all
}

async fn only(pages: &Collection<Page>) -> Page {
    assert_eq!(pages.count(AllDocuments).await.expect("it runs"), 1);
    pages.find_one(AllDocuments).await.expect("it can be read").expect("it is there")
}

fn visit(at: i64) -> Visit {
    Visit {
        site: "a".to_owned(),
        path: "/".to_owned(),
        slug: "a-root".to_owned(),
        at,
        first_seen: at,
        words: vec!["x".to_owned(), "y".to_owned()],
    }
}

fn fill(path: &str, slug: &str) -> Fill {
    Fill { site: "a".to_owned(), path: path.to_owned(), slug: slug.to_owned(), visits: 1, last: 7 }
}

fn add(id: i32, by: i64) -> Add {
    Add { id, label: format!("l{id}"), by }
}

#[mongo_testkit::test]
async fn an_upsert_says_whether_it_inserted_or_updated(db: TestDb) -> Done {
    let pages = pages(&db).await;
    let Upserted::Inserted(id) = pages.upsert_one(visit(5)).await? else { panic!("inserted") };
    let page = only(&pages).await;
    assert_eq!(page.id, id);
    assert_eq!(
        (page.visits, page.narrow, page.first_seen, page.last.as_slice()),
        (1, 1, 5, &[5][..])
    );
    assert_eq!((page.revision, page.words.len()), (Revision::FIRST, 2));
    assert_eq!(raw(&db, "pages").await[0].get_i32("schemaVersion").unwrap(), 2);

    let again = &visit(6);
    assert_eq!(pages.upsert_one(again).await?, Upserted::Updated { is_modified: true });
    let page = only(&pages).await;
    assert_eq!((page.visits, page.first_seen, page.last.as_slice()), (2, 5, &[5, 6][..]));
    assert_eq!(page.revision.get(), 2);
    Ok(())
}

#[mongo_testkit::test]
async fn an_id_is_the_key_or_comes_with_an_insert(db: TestDb) -> Done {
    let counters = counters(&db).await;
    assert_eq!(counters.upsert_one(add(7, 2)).await?, Upserted::Inserted(7));
    assert_eq!(counters.upsert_one(add(7, 3)).await?.inserted_id(), None);
    let by_label = |id, label: &str| AddToLabel { label: label.to_owned(), id, by: 10 };
    assert_eq!(
        counters.upsert_one(by_label(8, "l7")).await?,
        Upserted::Updated { is_modified: true }
    );
    assert_eq!(counters.upsert_one(by_label(8, "l8")).await?, Upserted::Inserted(8));
    let seven = counters.find_one(by_id(7)).await?.expect("it is there");
    assert_eq!((seven.total, seven.label.as_str(), seven.revision.get()), (15, "l7", 3));
    Ok(())
}

#[mongo_testkit::test]
async fn the_image_before_an_upsert_tells_an_insert_from_an_update(db: TestDb) -> Done {
    let pages = pages(&db).await;
    let inserted = pages.find_one_and_upsert(fill("/", "s")).before().await?;
    assert_eq!(inserted, UpsertedBefore::Inserted);
    let UpsertedBefore::Updated(before) =
        pages.find_one_and_upsert(fill("/", "t")).before().await?
    else {
        panic!("updated")
    };
    assert_eq!((before.slug.as_str(), before.visits), ("s", 1));
    assert_eq!(only(&pages).await.slug, "t");
    Ok(())
}

#[mongo_testkit::test]
async fn the_image_after_an_upsert_tells_an_insert_from_an_update(db: TestDb) -> Done {
    let counters = counters(&db).await;
    let UpsertedAfter::Inserted(one) = counters.find_one_and_upsert(add(1, 5)).after().await?
    else {
        panic!("inserted")
    };
    assert_eq!((one.id, one.total, one.revision), (1, 5, Revision::FIRST));
    let UpsertedAfter::Updated(one) = counters.find_one_and_upsert(add(1, 5)).after().await? else {
        panic!("updated")
    };
    assert_eq!((one.total, one.revision.get()), (10, 2));
    assert_eq!(counters.count(AllDocuments).await?, 1);
    Ok(())
}

#[mongo_testkit::test]
async fn a_guard_leaves_a_document_alone_and_inserts_no_twin(db: TestDb) -> Done {
    let pages = pages(&db).await;
    for _ in 0..3 {
        let _ = pages.upsert_one(fill("/", "s")).await?;
    }
    let full = pages.upsert_one(fill("/", "s")).await.unwrap_err();
    assert_failed(&full, Kind::OperationRejected, Outcome::NoWritePerformed);
    assert_eq!(full.rejection(), Some(&Rejection::ArrayFull { path: "last", max: 3 }));
    assert!(!full.is_ambiguous());
    for image in [true, false] {
        let call = pages.find_one_and_upsert(fill("/", "s"));
        let error = match image {
            true => call.after().await.unwrap_err(),
            false => call.before().await.unwrap_err(),
        };
        assert_eq!(error.rejection(), full.rejection());
    }
    assert_eq!(only(&pages).await.visits, 3);
    Ok(())
}

#[mongo_testkit::test]
async fn a_guard_that_no_upsert_takes_is_asked_by_the_update(db: TestDb) -> Done {
    let pages = pages(&db).await;
    let _ = pages.upsert_one(visit(1)).await?;
    let more = Visit { words: ["x", "z", "w"].map(str::to_owned).into(), ..visit(2) };
    let _ = pages.upsert_one(&more).await?;
    let full = Visit { words: vec!["v".to_owned(), "u".to_owned()], ..visit(3) };
    let error = pages.upsert_one(&full).await.unwrap_err();
    assert_eq!(error.rejection(), Some(&Rejection::ArrayFull { path: "words", max: 4 }));
    let page = only(&pages).await;
    assert_eq!((page.visits, page.words.len()), (2, 4));
    Ok(())
}

#[mongo_testkit::test]
async fn a_document_of_another_version_is_left_alone(db: TestDb) -> Done {
    let pages = pages(&db).await;
    let old =
        doc! { "_id": ObjectId::new(), "schemaVersion": 1, "site": "a", "path": "/", "slug": "s" };
    db.database().collection::<BsonDocument>("pages").insert_one(&old).await.unwrap();
    for error in [
        pages.upsert_one(fill("/", "s")).await.unwrap_err(),
        pages.upsert_one(visit(1)).await.unwrap_err(),
    ] {
        assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
        assert_eq!(error.rejection(), Some(&Rejection::OlderVersion { current: 2 }));
    }
    assert_eq!(raw(&db, "pages").await, [old]);
    Ok(())
}

#[mongo_testkit::test]
async fn a_duplicate_on_another_unique_index_is_an_error(db: TestDb) -> Done {
    let counters = counters(&db).await;
    let _ = counters.upsert_one(add(1, 1)).await?;
    let twin = Add { label: "l1".to_owned(), ..add(2, 1) };
    for error in [
        counters.upsert_one(&twin).await.unwrap_err(),
        counters.find_one_and_upsert(&twin).after().await.unwrap_err(),
    ] {
        assert_failed(&error, Kind::DuplicateKey, Outcome::NoWritePerformed);
        assert_eq!(error.duplicate_index().unwrap().name(), "uq_label");
        assert!(!error.is_retryable() && !error.is_ambiguous());
    }
    assert_eq!(raw(&db, "counters").await.len(), 1);
    Ok(())
}

#[mongo_testkit::test]
async fn a_server_without_the_index_refuses_the_upsert(db: TestDb) -> Done {
    let store = Store::<Upserts>::connect(config(&db)).await?;
    let pages = store.collection::<Page>();
    for is_there in [false, true] {
        if is_there {
            db.database().create_collection("pages").await.ok();
        }
        for error in [
            pages.upsert_one(fill("/", "s")).await.unwrap_err(),
            pages.upsert_one(visit(1)).await.unwrap_err(),
            pages.find_one_and_upsert(fill("/", "s")).before().await.unwrap_err(),
        ] {
            assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
            assert!(error.to_string().contains("no index `uq_site_path`"), "{error}");
            assert_eq!(error.code(), Some(2));
        }
    }
    assert_eq!(raw(&db, "pages").await, Vec::<BsonDocument>::new());
    Ok(())
}

/// The server has one code for a hint that it can't follow and for any other bad value.
#[mongo_testkit::test]
async fn another_bad_value_is_not_taken_for_a_missing_index(db: TestDb) -> Done {
    let pages = pages(&db).await;
    let commands = ["update", "findAndModify"];
    let _fault = db.fail_point(FailPoint::commands(commands).error_code(2).always()).await.unwrap();
    for error in [
        pages.upsert_one(fill("/", "s")).await.unwrap_err(),
        pages.find_one_and_upsert(fill("/", "s")).after().await.unwrap_err(),
    ] {
        assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
        assert_eq!(error.code(), Some(2));
        assert!(!error.to_string().contains("index"), "{error}");
    }
    Ok(())
}

#[mongo_testkit::test]
async fn racing_upserts_make_one_document(db: TestDb) -> Done {
    let pages = pages(&db).await;
    for round in 0..20 {
        let path = Arc::new(format!("/{round}"));
        let tasks = (0..8).map(|at| {
            let (pages, path) = (pages.clone(), path.clone());
            let slug = format!("{round}");
            tokio::spawn(async move {
                let recipe = Visit { path: path.to_string(), slug, ..visit(at) };
                pages.upsert_one(recipe).await.map(|it| it.is_inserted())
            })
        });
        let mut n_inserted = 0;
        for task in tasks.collect::<Vec<_>>() {
            n_inserted += usize::from(task.await.expect("no panic")?);
        }
        assert_eq!(n_inserted, 1);
        let page = pages.find_one(Page::fields().path().eq(path.as_str())).await?.unwrap();
        assert_eq!((page.visits, page.narrow, page.revision.get()), (8, 8, 8));
    }
    assert_eq!(pages.count(AllDocuments).await?, 20);
    Ok(())
}

#[mongo_testkit::test]
async fn racing_upserts_keep_exact_sums(db: TestDb) -> Done {
    let store = store(&db, config(&db)).await;
    let (pages, counters) = (store.collection::<Page>(), store.collection::<Counter>());
    let tasks = (0..8).map(|_| {
        let (pages, counters) = (pages.clone(), counters.clone());
        tokio::spawn(async move {
            for n in 0..150 {
                let _ = counters.upsert_one(add(n, 1)).await?;
                let _ = pages.upsert_one(visit(i64::from(n))).await?;
            }
            Ok::<(), Error>(())
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.expect("no panic")?;
    }
    let page = only(&pages).await;
    assert_eq!((page.visits, page.narrow, page.revision.get()), (1200, 1200, 1200));
    assert_eq!(counters.count(AllDocuments).await?, 150);
    for n in 0..150 {
        let counter = counters.find_one(by_id(n)).await?.unwrap();
        assert_eq!((counter.total, counter.revision.get()), (8, 8));
    }
    Ok(())
}

#[mongo_testkit::test]
async fn an_upsert_that_lost_a_race_is_sent_again(db: TestDb) -> Done {
    let counters = counters(&db).await;
    let info = doc! { "keyPattern": { "label": 1 }, "keyValue": { "label": "l1" } };
    let point =
        || FailPoint::command("update").error_code(11000).data("errorExtraInfo", info.clone());
    let fault = db.fail_point(point()).await.unwrap();
    assert_eq!(counters.upsert_one(add(1, 1)).await?, Upserted::Inserted(1));
    drop(fault);
    let fault = db.fail_point(point().times(9)).await.unwrap();
    let error = counters.upsert_one(add(2, 1)).await.unwrap_err();
    assert_failed(&error, Kind::DuplicateKey, Outcome::NoWritePerformed);
    drop(fault);
    assert_eq!(counters.count(AllDocuments).await?, 1);
    Ok(())
}

#[mongo_testkit::test]
async fn a_lost_reply_of_an_upsert_still_tells_the_insert(db: TestDb) -> Done {
    let proxy = Proxy::start(&db).await.unwrap();
    let counters =
        store(&db, StoreConfig::new(proxy.uri(), db.name())).await.collection::<Counter>();
    proxy.add(Fault::cut_reply(0).command("update"));
    assert_eq!(counters.upsert_one(add(1, 1)).await?, Upserted::Inserted(1));
    proxy.add(Fault::cut_reply(0).command("update"));
    assert_eq!(counters.upsert_one(add(1, 1)).await?, Upserted::Updated { is_modified: true });
    proxy.add(Fault::cut_reply(0).command("findAndModify"));
    let UpsertedAfter::Updated(one) = counters.find_one_and_upsert(add(1, 1)).after().await? else {
        panic!("updated")
    };
    assert_eq!((one.total, one.revision.get()), (3, 3));
    proxy.add(Fault::cut_reply(0).command("findAndModify"));
    let two = counters.find_one_and_upsert(add(2, 1)).before().await?;
    assert_eq!(two, UpsertedBefore::Inserted);
    Ok(())
}

#[mongo_testkit::test]
async fn two_lost_replies_of_an_upsert_are_found_out_by_its_effect(db: TestDb) -> Done {
    let proxy = Proxy::start(&db).await.unwrap();
    let counters =
        store(&db, StoreConfig::new(proxy.uri(), db.name())).await.collection::<Counter>();
    let effect = || Counter::fields().total().gte(1);
    assert_eq!(counters.reconcile_update(by_id(1), effect()).await?, Reconciled::NotSeen);
    proxy.add(Fault::cut_reply(0).command("update").times(2));
    let error = counters.upsert_one(add(1, 1)).await.unwrap_err();
    assert_failed(&error, Kind::Connection, Outcome::WriteResultUnknown);
    assert!(error.is_ambiguous() && !error.is_retryable());
    assert_eq!(error.attempts(), 2);
    assert_eq!(counters.reconcile_update(by_id(1), effect()).await?, Reconciled::Applied);
    assert_eq!(raw(&db, "counters").await.len(), 1);
    Ok(())
}

#[mongo_testkit::test]
async fn an_id_that_can_not_be_read_does_not_hide_the_insert(db: TestDb) -> Done {
    let store = Store::<Stamps>::connect(config(&db)).await?;
    index(&db, "stamps", "uq_name", doc! { "name": 1 }).await;
    let stamps = store.collection::<Stamp>();
    let error = stamps.upsert_one(Put { name: 1, n: 1 }).await.unwrap_err();
    assert_failed(&error, Kind::Decode, Outcome::WriteConfirmed);
    assert_eq!(raw(&db, "stamps").await.len(), 1);
    assert_eq!(
        stamps.upsert_one(Put { name: 1, n: 1 }).await?,
        Upserted::Updated { is_modified: true }
    );
    Ok(())
}

#[mongo_testkit::test]
async fn a_bulk_write_takes_upserts(db: TestDb) -> Done {
    let store = store(&db, config(&db)).await;
    let counters = store.collection::<Counter>();
    let twin = Add { label: "l1".to_owned(), ..add(2, 1) };
    let bulk = store.bulk_write().unordered();
    let bulk = bulk.add(counters.upsert_one(add(1, 1))).add(counters.upsert_one(add(1, 1)));
    let error = bulk.add(counters.upsert_one(twin)).await.unwrap_err();
    assert_failed(&error, Kind::BulkPartialFailure, Outcome::PartialBulkWrite);
    let items = error.bulk().unwrap().items();
    assert_eq!(items[0], ItemStatus::Inserted);
    assert_eq!(items[1], ItemStatus::Updated { matched: 1, modified: 1 });
    let ItemStatus::Failed(failure) = &items[2] else { panic!("refused") };
    assert_eq!(failure.duplicate_index().unwrap().name(), "uq_label");
    assert_eq!(counters.find_one(by_id(1)).await?.unwrap().total, 2);
    Ok(())
}
