//! A store that takes any document, so that a case can declare its own.

use mongo_runtime::{
    Document,
    bson::{self, RawDocumentBuf},
    catalog::{Catalog, Lists},
    db::{Collection, Store, StoreConfig},
    document::Declaration,
    error::{Error, Kind, Outcome},
};
use mongo_testkit::TestDb;

/// The application of every case.
pub(crate) struct Any;

impl Catalog for Any {
    const DOCUMENTS: &'static [&'static Declaration] = &[];
}

impl<D: Document> Lists<D> for Any {}

/// The collection of a document.
pub(crate) async fn collection<D: Document>(db: &TestDb) -> Collection<D> {
    let config = StoreConfig::new(db.uri(), db.name());
    let store: Store<Any> = Store::connect(config).await.expect("the server runs");
    store.collection::<D>()
}

/// The same as another client sees it: documents in bytes.
pub(crate) fn raw<D: Document>(db: &TestDb) -> mongodb::Collection<RawDocumentBuf> {
    db.database().collection(D::DECLARATION.collection)
}

/// Inserts what another client would.
pub(crate) async fn insert_raw<D: Document>(db: &TestDb, document: bson::Document) {
    let document = RawDocumentBuf::try_from(&document).expect("a document");
    raw::<D>(db).insert_one(document).await.expect("the server takes it");
}

/// What is stored under an `_id`.
pub(crate) async fn stored<D: Document>(db: &TestDb, id: impl Into<bson::Bson>) -> bson::Document {
    let found = raw::<D>(db).find_one(bson::doc! { "_id": id.into() }).await;
    let found = found.expect("the server runs").expect("it is stored");
    bson::Document::try_from(found).expect("a document")
}

/// Checks that a value was refused by the codec, and nothing sent.
#[track_caller]
pub(crate) fn assert_not_sent(error: &Error, path: &str) {
    assert_eq!((error.kind(), error.outcome()), (Kind::Encode, Some(Outcome::NotSent)), "{error}");
    assert_eq!(error.attempts(), 0);
    assert!(error.to_string().contains(path), "{error}");
}
