//! The application, its server with users, and what each failure must be.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    catalog,
    db::{Store, StoreConfig},
    error::{Error, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::secure::{
    APP_DATABASE, CHECKPOINTS, ITEMS, Principal, SecureOptions, SecureServer,
};
use mongo_tests::canary::{CANARY, assert_clean_error, listen_to_log};
use mongodb::Client;
use tokio::sync::OnceCell;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "items", owns_document)]
#[mongo(index(name = "ix_n", keys(n)))]
pub(crate) struct Item {
    #[mongo(id)]
    pub(crate) id: i32,
    #[mongo(max_len = 64)]
    pub(crate) note: String,
    pub(crate) n: i32,
    #[mongo(revision)]
    pub(crate) revision: Revision,
}

/// Of a collection that no role names.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "others")]
pub(crate) struct Other {
    #[mongo(id)]
    pub(crate) id: i32,
}

/// Counts in an item, or makes it.
#[derive(Update, Debug, Clone)]
#[mongo(document = Item, operation = "item.put", upsert = "_id_", inc(n = 1))]
pub(crate) struct Put {
    #[mongo(key)]
    pub(crate) id: i32,
    #[mongo(set)]
    pub(crate) note: String,
}

catalog! {
    /// The catalog of the application.
    pub(crate) App: documents(Item, Other)
}

pub(crate) fn item(id: i32) -> Item {
    Item { id, note: CANARY.to_owned(), n: 0, revision: Revision::FIRST }
}

/// The one server with users and TLS of these tests. It ends with the process.
pub(crate) async fn server() -> &'static SecureServer {
    static SERVER: OnceCell<SecureServer> = OnceCell::const_new();
    listen_to_log();
    let start = async || SecureServer::start(&SecureOptions::new().auth().tls()).await;
    SERVER.get_or_try_init(start).await.expect("a server with users and TLS")
}

/// A server that no other test of this process looks at.
pub(crate) async fn own_server(options: SecureOptions) -> SecureServer {
    listen_to_log();
    SecureServer::start(&options).await.expect("a server")
}

pub(crate) fn config(server: &SecureServer, principal: Principal) -> StoreConfig {
    StoreConfig::new(server.uri(principal), APP_DATABASE)
}

pub(crate) async fn store(server: &SecureServer, principal: Principal) -> Store<App> {
    Store::connect(config(server, principal)).await.expect("the credential is good")
}

/// The plain driver, which offers what a store does not.
pub(crate) async fn driver(server: &SecureServer, principal: Principal) -> Client {
    Client::with_uri_str(server.uri(principal)).await.expect("a good connection string")
}

/// Makes the collections anew, as an administrator would: three items, one other, an index and a validator.
pub(crate) async fn reset(server: &SecureServer) {
    let root = driver(server, Principal::Root).await;
    let app = root.database(APP_DATABASE);
    app.drop().await.expect("root may drop");
    let pre_images = doc! { "enabled": true };
    for command in [
        doc! {
            "create": ITEMS,
            "validator": { "n": { "$lt": 1000 } },
            "changeStreamPreAndPostImages": pre_images,
        },
        doc! { "create": CHECKPOINTS },
        doc! { "createIndexes": ITEMS, "indexes": [{ "key": { "n": 1 }, "name": "ix_n" }] },
        doc! { "insert": "others", "documents": [{ "_id": 1 }] },
    ] {
        app.run_command(command).await.expect("root may");
    }
    let items = (1..4).map(|id| doc! { "_id": id, "note": CANARY, "n": id, "revision": 1_i64 });
    app.collection::<BsonDocument>(ITEMS).insert_many(items).await.expect("root may");
    root.shutdown().immediate(true).await;
}

/// Looks at kind, outcome and code, and for the canary in all texts of an error.
#[track_caller]
pub(crate) fn assert_refused(error: &Error, outcome: Option<Outcome>, what: &str) {
    assert_clean_error(error, what);
    assert_eq!(
        (error.kind(), error.outcome(), error.code(), error.attempts()),
        (Kind::Auth, outcome, Some(13), 1),
        "{what}: {error}"
    );
    assert!(!error.is_retryable() && !error.is_ambiguous(), "{what}: {error}");
}
