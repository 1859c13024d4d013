//! Documents that have expired are there until the server comes by, and no operation with a filter finds them. The collections are
//! not provisioned, so that the server removes nothing.

use mongo_runtime::{
    Filter,
    bson::{Document as BsonDocument, RawDocumentBuf, doc},
    catalog,
    db::{Admin, AdminConfig, Environment},
    filter::AllDocuments,
    prelude::*,
};
use mongo_testkit::TestDb;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "sessions")]
#[mongo(index(name = "ttl_until", keys(until), expire_after = "1 minutes"))]
#[mongo(index(name = "ix_user", keys(user, id)))]
struct Session {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 10)]
    user: String,
    until: Option<DateTime>,
    n_used: i32,
}

catalog! { Sessions: documents(Session) }

#[derive(Filter)]
#[mongo(document = Session, operation = "session.all-of-user", include_expired, sort(id), max_results = 10)]
struct AllOfUser {
    #[mongo(eq, path = user)]
    user: String,
}

#[derive(Filter)]
#[mongo(document = Session, operation = "session.of-user", sort(id), max_results = 10, hint)]
struct OfUser {
    #[mongo(eq, path = user)]
    user: String,
}

/// Three sessions: one that has expired, one that has not, one that never does.
async fn sessions(db: &TestDb) -> (Store<Sessions>, mongo_runtime::db::Collection<Session>) {
    // The same keys as those that are declared, of which the server removes nothing.
    let indexes = vec![
        doc! { "key": { "until": 1 }, "name": "ttl_until" },
        doc! { "key": { "user": 1, "_id": 1 }, "name": "ix_user" },
    ];
    let made = doc! { "createIndexes": "sessions", "indexes": indexes };
    db.database().run_command(made).await.expect("they are made");
    let store = Store::connect(StoreConfig::new(db.uri(), db.name())).await.expect("a store");
    let sessions = store.collection::<Session>();
    let at =
        |seconds: i64| DateTime::from_millis(DateTime::now().timestamp_millis() + seconds * 1000);
    for (id, until) in [(1, Some(at(-3600))), (2, Some(at(3600))), (3, None)] {
        let session = Session { id, user: "ada".to_owned(), until, n_used: 0 };
        sessions.insert_one(&session).await.expect("it is stored");
    }
    (store, sessions)
}

async fn stored(db: &TestDb, filter: BsonDocument) -> u64 {
    let raw = db.database().collection::<RawDocumentBuf>("sessions");
    raw.count_documents(filter).await.expect("the server runs")
}

#[mongo_testkit::test]
async fn a_read_does_not_find_what_has_expired(db: TestDb) {
    let (store, sessions) = sessions(&db).await;
    let f = Session::fields();
    let of_ada = || f.user().eq("ada");
    assert_eq!(stored(&db, doc! {}).await, 3);
    let found = sessions.find(of_ada()).sort(f.id().asc()).limit(10).await.unwrap();
    let ids: Vec<i32> = found.collect().await.unwrap().iter().map(|session| session.id).collect();
    assert_eq!(ids, [2, 3]);
    assert_eq!(sessions.find_one(by_id(1)).await.unwrap(), None);
    assert!(!sessions.exists(by_id(1)).await.unwrap());
    assert_eq!(sessions.count(of_ada()).await.unwrap(), 2);
    assert_eq!(sessions.count(AllDocuments).await.unwrap(), 2);
    assert_eq!(sessions.count(of_ada().include_expired()).await.unwrap(), 3);
    let one: Filter<Session> = f.id().eq(1);
    assert!(sessions.exists(one.include_expired()).await.unwrap());
    store.close().await;
}

#[mongo_testkit::test]
async fn a_registered_query_finds_the_expired_only_when_it_says_so(db: TestDb) {
    let (store, sessions) = sessions(&db).await;
    let user = || "ada".to_owned();
    assert_eq!(sessions.count(&OfUser { user: user() }).await.unwrap(), 2);
    assert_eq!(sessions.count(&AllOfUser { user: user() }).await.unwrap(), 3);
    let page = sessions.find(OfUser { user: user() }).limit(10).await.unwrap();
    assert_eq!(page.collect().await.unwrap().len(), 2);
    let page = sessions.find(AllOfUser { user: user() }).limit(10).await.unwrap();
    assert_eq!(page.collect().await.unwrap().len(), 3);
    store.close().await;
}

#[mongo_testkit::test]
async fn an_update_or_a_delete_by_a_filter_leaves_the_expired_alone(db: TestDb) {
    let (store, sessions) = sessions(&db).await;
    let f = Session::fields();
    let used = || f.n_used().inc(1);
    assert_eq!(sessions.update_one(by_id(1), used()).await.unwrap().matched(), 0);
    assert_eq!(sessions.update_many(f.user().eq("ada"), used()).await.unwrap().matched(), 2);
    assert!(sessions.find_one_and_update(by_id(1), used()).after().await.unwrap().is_none());
    assert_eq!(stored(&db, doc! { "_id": 1, "n_used": 0 }).await, 1);
    assert!(sessions.find_one_and_delete(by_id(1)).await.unwrap().is_none());
    assert_eq!(sessions.delete_one(by_id(1)).await.unwrap().deleted(), 0);
    assert_eq!(sessions.delete_many(AllDocuments).await.unwrap().deleted(), 2);
    assert_eq!(stored(&db, doc! { "_id": 1 }).await, 1);
    let expired = f.until().lt(DateTime::now()).include_expired();
    assert_eq!(sessions.delete_many(expired).await.unwrap().deleted(), 1);
    store.close().await;
}

#[mongo_testkit::test]
async fn an_expired_document_still_has_its_id(db: TestDb) {
    let (store, sessions) = sessions(&db).await;
    let again = Session { id: 1, user: "bob".to_owned(), until: None, n_used: 0 };
    assert!(sessions.insert_one(&again).await.unwrap_err().is_duplicate_key());
    store.close().await;
}

/// An index is chosen by the conditions that are sent, so the one that expires documents is chosen by what the executor adds.
#[mongo_testkit::test]
async fn an_order_is_sorted_in_memory_beside_an_expiry_unless_a_hint_says_otherwise(db: TestDb) {
    let (store, sessions) = sessions(&db).await;
    let long_ago = DateTime::from_millis(0);
    let expired = (10..1_000).map(|id| Session {
        id,
        user: "ada".to_owned(),
        until: Some(long_ago),
        n_used: 0,
    });
    sessions.insert_many(&expired.collect::<Vec<_>>()).await.expect("they are stored");
    let config = AdminConfig::new(db.uri(), db.name()).environment(Environment::Test);
    let admin = Admin::connect(config).await.expect("a server");
    let f = Session::fields();
    // A registered query of this form does not compile without the hint.
    let free = admin.explain(sessions.find(f.user().eq("ada")).sort(f.id().asc()).limit(10)).await;
    let free = free.expect("it is explained");
    assert!(free.has_blocking_sort(), "{free:?}");
    let hinted = admin.explain(OfUser { user: "ada".to_owned() }).await.expect("it is explained");
    assert!(!hinted.has_blocking_sort(), "{hinted:?}");
    assert_eq!(hinted.indexes(), ["ix_user"], "{hinted:?}");
    admin.close().await;
    store.close().await;
}
