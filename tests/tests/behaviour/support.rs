//! The model and the store that the tests share.

use std::time::Duration;

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    catalog,
    db::{Collection, Store, StoreConfig},
    error::{Error, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::TestDb;
use mongo_tests::canary::{CANARY, assert_clean_error, assert_clean_log, listen_to_log};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "people")]
#[mongo(index(name = "uq_email", keys(email), unique))]
pub(crate) struct Person {
    #[mongo(id)]
    pub(crate) id: i32,
    #[mongo(max_len = 64)]
    pub(crate) email: String,
    pub(crate) age: i32,
    #[mongo(max_items = 3, max_len = 16)]
    pub(crate) tags: Vec<String>,
}

/// A document that can be as large as the mapper lets one be.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "blobs", max_size = "15 MiB")]
pub(crate) struct Blob {
    #[mongo(id)]
    pub(crate) id: i32,
    pub(crate) text: String,
}

/// The same collection, seen with another type of field.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "versioned", schema_version = 3)]
pub(crate) struct Versioned {
    #[mongo(id)]
    pub(crate) id: i32,
}

catalog! {
    /// The catalog of the tests.
    pub(crate) Shop: documents(Person, Blob, Versioned)
}

/// A document of numbers that can be absent or null, and of arrays in arrays.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "grids")]
#[mongo(index(name = "ix_place", keys(place = "2dsphere")))]
pub(crate) struct Grid {
    #[mongo(id)]
    pub(crate) id: i32,
    pub(crate) left: Option<u16>,
    #[mongo(null)]
    pub(crate) bonus: Option<u16>,
    pub(crate) inner: Option<Inner>,
    #[mongo(max_items = 10)]
    pub(crate) scores: Vec<i32>,
    #[mongo(max_items = [5, 5])]
    pub(crate) rows: Vec<Vec<i32>>,
    #[mongo(max_items = [5, 5])]
    pub(crate) shelves: Vec<Vec<Inner>>,
    #[mongo(max_items = 5)]
    pub(crate) items: Vec<Inner>,
    pub(crate) place: Option<Point>,
    pub(crate) home: Option<Point>,
}

#[derive(Embedded, Debug, Clone, Default, PartialEq)]
pub(crate) struct Inner {
    pub(crate) count: Option<u16>,
}

catalog! {
    /// The catalog of the grids.
    pub(crate) Grids: documents(Grid)
}

pub(crate) fn grid(id: i32) -> Grid {
    Grid {
        id,
        left: None,
        bonus: None,
        inner: None,
        scores: Vec::new(),
        rows: Vec::new(),
        shelves: Vec::new(),
        items: Vec::new(),
        place: None,
        home: None,
    }
}

pub(crate) async fn grids(db: &TestDb) -> Collection<Grid> {
    let store: Store<Grids> = Store::connect(config(db)).await.expect("the server runs");
    store.collection::<Grid>()
}

pub(crate) fn config(db: &TestDb) -> StoreConfig {
    listen_to_log();
    StoreConfig::new(db.uri(), db.name())
}

pub(crate) async fn store(db: &TestDb) -> Store<Shop> {
    Store::connect(config(db)).await.expect("the server runs")
}

pub(crate) async fn people(db: &TestDb) -> Collection<Person> {
    store(db).await.collection::<Person>()
}

pub(crate) fn person(id: i32) -> Person {
    Person { id, email: email(id), age: 30 + id, tags: Vec::new() }
}

/// A value that must be in no text that is for people.
pub(crate) fn email(id: i32) -> String {
    format!("{CANARY}-{id}@example.org")
}

/// The collection as any other client sees it.
pub(crate) fn raw(db: &TestDb) -> mongodb::Collection<BsonDocument> {
    db.database().collection("people")
}

pub(crate) async fn n_stored(db: &TestDb) -> u64 {
    raw(db).count_documents(doc! {}).await.expect("the server runs")
}

pub(crate) async fn make_unique_email(db: &TestDb) {
    let index = mongodb::IndexModel::builder()
        .keys(doc! { "email": 1 })
        .options(
            mongodb::options::IndexOptions::builder()
                .unique(true)
                .name("uq_email".to_owned())
                .build(),
        )
        .build();
    raw(db).create_index(index).await.expect("the server runs");
}

/// Looks at kind and outcome, and for the values of a document in all texts of the error and in the log.
#[track_caller]
pub(crate) fn assert_failed(error: &Error, kind: Kind, outcome: impl Into<Option<Outcome>>) {
    assert_clean_error(error, "an error");
    assert_clean_log("the log");
    assert_eq!((error.kind(), error.outcome()), (kind, outcome.into()), "{error}");
}

pub(crate) const SHORT: Duration = Duration::from_millis(200);
