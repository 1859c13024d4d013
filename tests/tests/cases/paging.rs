//! Results that come page by page.

use mongo_runtime::{
    bson::{Document as BsonDocument, Uuid, doc},
    db::{Collection, Page, Store, StoreConfig},
    error::{Error, TokenRefusal},
    filter::{Filter, IntoFilter},
    operation::OperationName,
    prelude::*,
    query::{PredicateOp, Query, QueryLimits, QueryShape, Registered, predicate, sort_key},
    sort::Direction,
};
use mongo_testkit::TestDb;

use crate::support::{Any, insert_raw};

type Done = Result<(), Error>;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "lots")]
#[mongo(index(name = "ix_a_c", keys(a, c, id)), index(name = "ix_owner", keys(owner, c = desc, id = desc)))]
#[mongo(index(name = "ix_c", keys(c, id)))]
struct Lot {
    #[mongo(id)]
    id: Uuid,
    a: i32,
    b: i32,
    c: i32,
    owner: Uuid,
}

#[derive(Filter, Clone)]
#[mongo(document = Lot, operation = "lot.by-c", sort(c, id))]
struct ByC {
    #[mongo(eq)]
    a: i32,
}

#[derive(Filter, Clone)]
#[mongo(document = Lot, operation = "lot.of-owner", sort(c = desc, id = desc))]
struct OfOwner {
    #[mongo(eq)]
    owner: Uuid,
}

#[derive(Filter, Clone)]
#[mongo(document = Lot, operation = "lot.by-id", sort(id))]
struct ById {
    #[mongo(gte)]
    id: Uuid,
}

/// A query as its own crate could write one, whose filter is an alternative: `a = 1 or b = 2`.
struct OneOrTheOther;

impl Query for OneOrTheOther {
    type Document = Lot;
    type Output = Lot;
    const OPERATION: OperationName = OperationName::new("lot.one-or-the-other");
    const SHAPE: &'static QueryShape<'static> = &QueryShape::new(
        &[predicate(|| Lot::fields().a(), "a", PredicateOp::Other)],
        &[
            sort_key(|| Lot::fields().c(), Direction::Asc, None),
            sort_key(|| Lot::fields().id(), Direction::Asc, None),
        ],
        None,
    );
    const LIMITS: QueryLimits = QueryLimits::NONE;

    fn read(bytes: &[u8]) -> Result<Lot, mongo_runtime::codec::DecodeError> {
        mongo_runtime::from_slice(bytes)
    }
}

impl mongo_runtime::query::Paged for OneOrTheOther {}

impl IntoFilter<Lot> for OneOrTheOther {
    type Kind = Registered<Self>;

    fn into_filter(self) -> Filter<Lot> {
        Lot::fields().a().eq(1).or(Lot::fields().b().eq(2))
    }
}

/// Ids whose order is not that of their making.
fn id(n: u8) -> Uuid {
    Uuid::from_bytes([n.wrapping_mul(77); 16])
}

async fn lots(db: &TestDb) -> Collection<Lot> {
    let config = StoreConfig::new(db.uri(), db.name()).page_key([9; 32]);
    let store: Store<Any> = Store::connect(config).await.expect("the server runs");
    store.collection::<Lot>()
}

async fn insert(db: &TestDb, n: u8, a: i32, b: i32, c: i32) {
    let owner = id(1);
    insert_raw::<Lot>(db, doc! { "_id": id(n), "a": a, "b": b, "c": c, "owner": owner }).await;
}

fn ids(page: &Page<Lot>) -> Vec<Uuid> {
    page.items.iter().map(|lot| lot.id).collect()
}

/// Elsewhere two of them are on both pages, or on none.
#[mongo_testkit::test]
async fn three_that_are_equal_in_the_order_are_on_one_page_each(db: TestDb) -> Done {
    let lots = lots(&db).await;
    for n in 1..=3 {
        insert(&db, n, 1, 0, 7).await;
    }
    let find = || lots.find(ByC { a: 1 }).limit(2);
    let first = find().page(None).await?;
    let second = find().page(first.next.as_ref()).await?;
    assert_eq!((first.items.len(), second.items.len()), (2, 1));
    let mut all = [ids(&first), ids(&second)].concat();
    all.dedup();
    assert_eq!(all.len(), 3);
    assert!(second.next.is_none());
    Ok(())
}

/// Elsewhere it is taken, and compares the wrong field.
#[mongo_testkit::test]
async fn the_token_of_one_order_is_refused_by_another_and_by_another_filter(db: TestDb) -> Done {
    let lots = lots(&db).await;
    for n in 1..=3 {
        insert(&db, n, 1, 0, i32::from(n)).await;
    }
    let page = lots.find(ByC { a: 1 }).limit(2).page(None).await?;
    let token = page.next.as_ref();
    let of_another = lots.find(ById { id: Uuid::from_bytes([0; 16]) }).limit(2).page(token).await;
    assert_eq!(of_another.unwrap_err().token_refusal(), Some(TokenRefusal::OtherOperation));
    let of_another = lots.find(ByC { a: 2 }).limit(2).page(token).await.unwrap_err();
    assert_eq!(of_another.token_refusal(), Some(TokenRefusal::OtherFilter));
    assert_eq!(of_another.attempts(), 0);
    Ok(())
}

/// Elsewhere the range is on its text, and finds nothing or everything.
#[mongo_testkit::test]
async fn a_page_by_uuid_begins_behind_the_uuid_as_it_is_stored(db: TestDb) -> Done {
    let lots = lots(&db).await;
    for n in 1..=9 {
        insert(&db, n, 1, 0, 0).await;
    }
    let mut sorted: Vec<Uuid> = (1..=9).map(id).collect();
    sorted.sort_by_key(|id| id.bytes());
    let find = || lots.find(ById { id: Uuid::from_bytes([0; 16]) }).limit(4);
    let mut met = Vec::new();
    let mut page = find().page(None).await?;
    loop {
        met.extend(ids(&page));
        let Some(next) = page.next else { break };
        page = find().page(Some(&next)).await?;
    }
    assert_eq!(met, sorted);
    let of_owner = lots.find(OfOwner { owner: id(1) }).limit(4).page(None).await?;
    let next = lots.find(OfOwner { owner: id(1) }).limit(4).page(of_owner.next.as_ref()).await?;
    sorted.reverse();
    assert_eq!([ids(&of_owner), ids(&next)].concat(), sorted[..8]);
    Ok(())
}

/// Elsewhere the terms of the place are added to the alternative, and the second page has documents of neither.
#[mongo_testkit::test]
async fn a_second_page_asks_the_alternative_of_its_query_too(db: TestDb) -> Done {
    let lots = lots(&db).await;
    for n in 1..=40 {
        insert(&db, n, i32::from(n % 3), i32::from(n % 5), i32::from(n / 4)).await;
    }
    let wanted: Vec<Lot> = lots.find(OneOrTheOther).limit(100).await?.collect().await?;
    assert!(wanted.len() < 40 && wanted.iter().all(|lot| lot.a == 1 || lot.b == 2));
    let mut met = Vec::new();
    let mut page = lots.find(OneOrTheOther).limit(3).page(None).await?;
    loop {
        met.extend(page.items.iter().cloned());
        let Some(next) = page.next else { break };
        page = lots.find(OneOrTheOther).limit(3).page(Some(&next)).await?;
    }
    assert_eq!(met, wanted);
    Ok(())
}

/// Elsewhere it begins at the wrong end, or repeats those that are equal in the first key.
#[mongo_testkit::test]
async fn the_way_back_has_the_pages_of_the_way_forth(db: TestDb) -> Done {
    let lots = lots(&db).await;
    for n in 1..=7 {
        insert(&db, n, 1, 0, i32::from(n > 5)).await;
    }
    let find = || lots.find(ByC { a: 1 }).limit(3);
    let first = find().page(None).await?;
    let second = find().page(first.next.as_ref()).await?;
    let third = find().page(second.next.as_ref()).await?;
    let back = find().page(third.previous.as_ref()).await?;
    assert_eq!(ids(&back), ids(&second));
    let start = find().page(back.previous.as_ref()).await?;
    assert_eq!(ids(&start), ids(&first));
    assert!(start.previous.is_none());
    Ok(())
}

/// Elsewhere a count runs on without one.
#[mongo_testkit::test]
async fn every_kind_of_read_tells_the_server_how_long_it_may_work(db: TestDb) -> Done {
    let lots = lots(&db).await;
    insert(&db, 1, 1, 0, 0).await;
    insert(&db, 2, 1, 0, 1).await;
    db.database().run_command(doc! { "profile": 2 }).await.expect("the server profiles");
    lots.find_one(ByC { a: 1 }).await?;
    lots.find(ByC { a: 1 }).limit(2).batch_size(1).await?.collect().await?;
    let page = lots.find(ByC { a: 1 }).limit(1).page(None).await?;
    lots.find(ByC { a: 1 }).limit(1).page(page.next.as_ref()).await?;
    let _ = lots.find(ByC { a: 1 }).limit(1).slice(1).await?;
    lots.count(ByC { a: 1 }).await?;
    lots.exists(ByC { a: 1 }).await?;
    let b = || Lot::fields().b().set(1);
    lots.find_one_and_update(ByC { a: 1 }, b()).after().await?;
    lots.find_one_and_delete(ByC { a: 2 }).await?;
    let profile = db.database().collection::<BsonDocument>("system.profile");
    let mut cursor =
        profile.find(doc! { "ns": format!("{}.lots", db.name()) }).await.expect("it runs");
    let mut n = 0;
    while cursor.advance().await.expect("it runs") {
        let entry = cursor.deserialize_current().expect("a document");
        let command = entry.get_document("command").expect("a command");
        // What reads on has the time that is left of the find's.
        if !command.contains_key("getMore") {
            assert!(command.contains_key("maxTimeMS"), "{command}");
            n += 1;
        }
    }
    assert_eq!(n, 9);
    Ok(())
}
