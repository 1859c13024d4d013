//! What a filter says of documents that have expired and are still there.

use mongo_runtime::{
    Upgrade, UpgradeError,
    bson::{Document as BsonDocument, doc},
    filter::Filter,
    prelude::*,
};

const NOW: DateTime = DateTime::from_millis(1_700_000_000_000);
const HOUR_AGO: DateTime = DateTime::from_millis(1_699_996_400_000);

#[track_caller]
fn assert_added<D: Document>(expected: &BsonDocument) {
    let all = Filter::<D>::all_of([] as [Filter<D>; 0]);
    assert_eq!(&all.render_at(NOW).expect("a filter"), expected);
    assert_eq!(all.render().expect("a filter"), doc! {}, "a render knows no instant");
    assert_eq!(all.include_expired().render_at(NOW).expect("a filter"), doc! {});
}

#[derive(Document)]
#[mongo(collection = "sessions")]
#[mongo(index(name = "ttl_until", keys(until), expire_after = "0 seconds"))]
struct Session {
    #[mongo(id)]
    id: i32,
    until: DateTime,
    seen: DateTime,
}

#[derive(Document)]
#[mongo(collection = "drafts")]
#[mongo(index(name = "ttl_until", keys(until), expire_after = "1 hours"))]
struct Draft {
    #[mongo(id)]
    id: i32,
    until: Option<DateTime>,
}

#[derive(Document)]
#[mongo(collection = "jobs")]
#[mongo(index(
    name = "ttl_done",
    keys(done_at),
    expire_after = "1 hours",
    partial(is_done = true)
))]
struct Job {
    #[mongo(id)]
    id: i32,
    is_done: bool,
    done_at: DateTime,
}

#[derive(Document)]
#[mongo(collection = "tokens", schema_version = 2, reads(TokenV1))]
#[mongo(index(name = "ttl_until", keys(until), expire_after = "0 seconds"))]
struct Token {
    #[mongo(id)]
    id: i32,
    until: DateTime,
}

#[derive(Document)]
#[mongo(collection = "tokens", schema_version = 1)]
struct TokenV1 {
    #[mongo(id)]
    id: i32,
}

impl Upgrade<TokenV1> for Token {
    fn upgrade(old: TokenV1) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, until: NOW })
    }
}

#[test]
fn a_document_whose_date_has_come_is_left_out() {
    assert_added::<Session>(&doc! { "until": { "$gt": NOW } });
}

#[test]
fn a_document_that_may_lack_its_date_does_not_expire_without_it() {
    assert_added::<Draft>(&doc! { "until": { "$not": { "$lte": HOUR_AGO } } });
    assert_added::<Token>(&doc! { "until": { "$not": { "$lte": NOW } } });
}

#[test]
fn an_index_expires_only_the_documents_that_it_covers() {
    assert_added::<Job>(&doc! { "$nor": [{ "is_done": true, "done_at": { "$lte": HOUR_AGO } }] });
}

#[test]
fn the_condition_stands_beside_those_of_the_filter() {
    let f = Session::fields();
    let at = |filter: Filter<Session>| filter.render_at(NOW).expect("a filter");
    assert_eq!(at(f.id().eq(1)), doc! { "_id": 1, "until": { "$gt": NOW } });
    assert_eq!(at(f.until().lt(NOW)), doc! { "until": { "$lt": NOW, "$gt": NOW } });
    assert_eq!(
        at(f.until().gt(HOUR_AGO)),
        doc! { "$and": [{ "until": { "$gt": HOUR_AGO } }, { "until": { "$gt": NOW } }] }
    );
    assert_eq!(
        at(f.id().eq(1).or(f.seen().gt(NOW))),
        doc! { "$or": [{ "_id": 1 }, { "seen": { "$gt": NOW } }], "until": { "$gt": NOW } }
    );
}

#[test]
fn what_includes_the_expired_does_so_wherever_it_becomes_a_part() {
    let f = Session::fields();
    let one = || f.id().eq(1).include_expired();
    let two = || f.seen().gt(NOW);
    for filter in [
        one().and(two()),
        two().and(one()),
        two().or(one()),
        one().not(),
        Filter::none_of([two(), one()]),
        Filter::any_of([one(), two()]),
        one().of_current_version(),
        one().clone(),
    ] {
        let rendered = filter.render_at(NOW).expect("a filter");
        assert_eq!(rendered, filter.render().expect("a filter"), "{filter:?}");
        assert!(format!("{filter:?}").ends_with(", with expired)"), "{filter:?}");
    }
    assert_ne!(one(), f.id().eq(1));
}
