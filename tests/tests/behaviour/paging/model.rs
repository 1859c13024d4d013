//! Entries with keys that may be absent, null, no number or equal, and the queries that order them.

use std::future::IntoFuture;

use mongo_runtime::{
    bson::{Bson, Document as BsonDocument, doc},
    catalog,
    db::{
        Admin, AdminConfig, Collection, Environment, Find, Limited, Page, PageToken, Store,
        StoreConfig,
    },
    error::Error,
    prelude::*,
    query::HasPages,
};
use mongo_testkit::TestDb;
use mongo_tests::random::Random;

use crate::support::config;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "entries")]
#[mongo(index(name = "ix_rank", keys(group, rank = desc, id = desc)))]
#[mongo(index(name = "ix_name", keys(group, name, price = desc, id)))]
#[mongo(index(name = "ix_code", keys(place.code, id = desc)))]
#[mongo(index(name = "ix_kind", keys(kind, at, id)))]
pub(crate) struct Entry {
    #[mongo(id)]
    pub(crate) id: i32,
    pub(crate) group: i32,
    pub(crate) rank: Option<f64>,
    #[mongo(max_len = 16, null)]
    pub(crate) name: Option<String>,
    pub(crate) price: Option<Decimal128>,
    pub(crate) place: Option<Place>,
    pub(crate) kind: Option<bool>,
    pub(crate) at: DateTime,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
pub(crate) struct Place {
    pub(crate) code: i64,
}

catalog! {
    /// The catalog of the entries.
    pub(crate) Entries: documents(Entry)
}

/// Largest rank first; NaN, and then those without one, at the end.
#[derive(Filter, Clone)]
#[mongo(document = Entry, operation = "entry.by-rank", sort(rank(desc, nulls = last), id = desc), max_results = 500)]
pub(crate) struct ByRank {
    #[mongo(eq)]
    pub(crate) group: i32,
}

/// The same from the other end.
#[derive(Filter, Clone)]
#[mongo(document = Entry, operation = "entry.by-rank-up", sort(rank(asc, nulls = first), id))]
pub(crate) struct ByRankUp {
    #[mongo(eq)]
    pub(crate) group: i32,
}

/// Three keys in two directions.
#[derive(Filter, Clone)]
#[mongo(document = Entry, operation = "entry.by-name",
    sort(name(asc, nulls = first), price(desc, nulls = last), id))]
pub(crate) struct ByName {
    #[mongo(eq)]
    pub(crate) group: i32,
}

/// An equality with several values, which the server merges.
#[derive(Filter, Clone)]
#[mongo(document = Entry, operation = "entry.of-groups", sort(rank(desc, nulls = last), id = desc))]
#[mongo(hint = "ix_rank")]
pub(crate) struct OfGroups {
    #[mongo(is_in, path = group, max_items = 3)]
    pub(crate) groups: Vec<i32>,
}

/// The same from the other end.
#[derive(Filter, Clone)]
#[mongo(document = Entry, operation = "entry.of-groups-up", sort(rank(asc, nulls = first), id))]
#[mongo(hint = "ix_rank")]
pub(crate) struct OfGroupsUp {
    #[mongo(is_in, path = group, max_items = 3)]
    pub(crate) groups: Vec<i32>,
}

/// A key inside of a document that may be absent.
#[derive(Filter, Clone)]
#[mongo(document = Entry, operation = "entry.by-code", sort(place.code(asc, nulls = first), id = desc))]
#[mongo(allow(residual, reason = "a date that few are behind"))]
pub(crate) struct ByCode {
    #[mongo(lte, path = at)]
    pub(crate) until: DateTime,
}

/// Those without a kind: null and absent are two points of the index.
#[derive(Filter, Clone)]
#[mongo(document = Entry, operation = "entry.of-no-kind", sort(at, id), is_null_or_absent(kind))]
pub(crate) struct OfNoKind {}

/// All, by their ids.
#[derive(Filter, Clone)]
#[mongo(document = Entry, operation = "entry.all", sort(id))]
pub(crate) struct All {
    #[mongo(gte)]
    pub(crate) id: i32,
}

pub(crate) const KEY: [u8; 32] = *b"a key for the pages of the tests";

pub(crate) async fn connect(config: StoreConfig) -> Collection<Entry> {
    let store: Store<Entries> = Store::connect(config).await.expect("the server runs");
    store.collection::<Entry>()
}

pub(crate) async fn entries(db: &TestDb) -> Collection<Entry> {
    connect(config(db).page_key(KEY)).await
}

pub(crate) async fn admin(db: &TestDb) -> Admin {
    let config = AdminConfig::new(db.uri(), db.name()).environment(Environment::Test);
    Admin::connect(config).await.expect("the server runs")
}

/// The collection with its indexes.
pub(crate) async fn provisioned(db: &TestDb) -> Collection<Entry> {
    let admin = admin(db).await;
    assert!(admin.provision::<Entries>().await.expect("the server runs").is_as_declared());
    admin.close().await;
    entries(db).await
}

/// The collection as any other client sees it.
pub(crate) fn raw(db: &TestDb) -> mongodb::Collection<BsonDocument> {
    db.database().collection("entries")
}

/// An entry as another client stores it: few values, so that many are equal.
pub(crate) fn stored(random: &mut Random, id: i32) -> BsonDocument {
    let decimal = |text: &str| text.parse::<Decimal128>().expect("a number").into();
    let ranks = [
        Bson::Null,
        f64::NAN.into(),
        f64::NEG_INFINITY.into(),
        (-0.0).into(),
        0.0.into(),
        1.0.into(),
        1.0.into(),
        2.5.into(),
        f64::INFINITY.into(),
    ];
    let names: [Bson; 5] = [Bson::Null, "".into(), "a".into(), "a".into(), "B$.".into()];
    let prices: [Bson; 6] = [
        decimal("NaN"),
        decimal("1"),
        decimal("1.0"),
        decimal("-Infinity"),
        decimal("7"),
        Bson::Null,
    ];
    let kinds: [Bson; 4] = [Bson::Null, Bson::Null, true.into(), false.into()];
    let at = DateTime::from_millis(random.below(5) as i64);
    let mut entry = doc! { "_id": id, "group": random.below(2) as i32, "at": at };
    for (field, values) in
        [("rank", &ranks[..]), ("name", &names[..]), ("price", &prices[..]), ("kind", &kinds[..])]
    {
        if random.below(5) > 0 {
            entry.insert(field, random.pick(values).clone());
        }
    }
    if random.below(3) > 0 {
        entry.insert("place", doc! { "code": random.below(3) as i64 });
    }
    entry
}

/// The ids of a page.
pub(crate) fn ids(page: &Page<Entry>) -> Vec<i32> {
    page.items.iter().map(|entry| entry.id).collect()
}

/// A token as it comes back from whoever turns the pages.
pub(crate) fn by_mail(token: &PageToken) -> PageToken {
    token.to_string().parse().expect("a token is its text")
}

/// All pages from the first to the last.
pub(crate) async fn forth<K: HasPages + 'static>(
    find: impl Fn() -> Find<Entry, Limited, K, Entry>,
) -> Result<Vec<Page<Entry>>, Error> {
    let mut pages = vec![find().page(None).await?];
    while let Some(next) = pages.last().and_then(|page| page.next.as_ref()).map(by_mail) {
        pages.push(find().page(Some(&next)).into_future().await?);
        assert!(pages.len() < 2_000, "the pages end");
    }
    Ok(pages)
}

/// All pages before this one, the nearest first.
pub(crate) async fn back<K: HasPages + 'static>(
    find: impl Fn() -> Find<Entry, Limited, K, Entry>,
    from: &Page<Entry>,
) -> Result<Vec<Page<Entry>>, Error> {
    let mut pages: Vec<Page<Entry>> = Vec::new();
    while let Some(previous) = pages.last().unwrap_or(from).previous.as_ref().map(by_mail) {
        pages.push(find().page(Some(&previous)).await?);
        assert!(pages.len() < 2_000, "the pages end");
    }
    Ok(pages)
}
