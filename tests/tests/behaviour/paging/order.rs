//! Forth and back, the pages are the whole in its order.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    db::{BadDocument, Collection, Find, Limited},
    error::{Error, Kind},
    prelude::*,
    query::HasPages,
};
use mongo_testkit::TestDb;
use mongo_tests::random::Random;

use super::model::{
    All, ByCode, ByName, ByRank, ByRankUp, Entry, OfGroups, OfGroupsUp, OfNoKind, back, entries,
    forth, ids, provisioned, raw, stored,
};

type Done = Result<(), Error>;

/// More than there are.
const ALL: u32 = 500;

/// Checks all page sizes of a query. The server itself says what the whole is.
async fn check<K: HasPages + 'static>(
    what: &str,
    find: impl Fn(u32) -> Find<Entry, Limited, K, Entry>,
) -> Done {
    let whole: Vec<i32> = find(ALL).await?.collect().await?.iter().map(|entry| entry.id).collect();
    for size in [1, 2, 3, 7, ALL] {
        let find = || find(size);
        let pages = forth(find).await?;
        let ahead: Vec<Vec<i32>> = pages.iter().map(ids).collect();
        assert_eq!(ahead.concat(), whole, "{what}, {size} a page");
        let (last, full) = pages.split_last().expect("a page");
        assert!(full.iter().all(|page| page.items.len() == size as usize), "{what}: {ahead:?}");
        assert!(pages[0].previous.is_none() && last.next.is_none(), "{what}");

        let mut behind: Vec<Vec<i32>> = back(find, last).await?.iter().map(ids).collect();
        behind.reverse();
        behind.push(ids(last));
        assert_eq!(behind.concat(), whole, "{what}, {size} a page, from the end");

        // Each page leads to its neighbours, and they lead back to it.
        for (n, page) in pages.iter().enumerate().skip(1) {
            let before = find().page(page.previous.as_ref()).await?;
            assert_eq!(ids(&before), ahead[n - 1], "{what}, {size} a page");
            assert_eq!(before.previous.is_some(), n > 1, "{what}");
            let again = find().page(before.next.as_ref()).await?;
            assert_eq!(ids(&again), ahead[n], "{what}, {size} a page");
        }
    }
    Ok(())
}

/// All orders over what is stored.
async fn check_all(entries: &Collection<Entry>, what: &str) -> Done {
    let e = entries;
    for group in [0, 1] {
        check(&format!("{what}: by rank"), |n| e.find(ByRank { group }).limit(n)).await?;
        check(&format!("{what}: by rank, up"), |n| e.find(ByRankUp { group }).limit(n)).await?;
        check(&format!("{what}: by name"), |n| e.find(ByName { group }).limit(n)).await?;
    }
    let groups = || vec![0, 1, 2];
    check(&format!("{what}: of groups"), |n| e.find(OfGroups { groups: groups() }).limit(n))
        .await?;
    check(&format!("{what}: of groups, up"), |n| e.find(OfGroupsUp { groups: groups() }).limit(n))
        .await?;
    let until = DateTime::from_millis(3);
    check(&format!("{what}: by code"), |n| e.find(ByCode { until }).limit(n)).await?;
    check(&format!("{what}: of no kind"), |n| e.find(OfNoKind {}).limit(n)).await?;
    check(&format!("{what}: all"), |n| e.find(All { id: i32::MIN }).limit(n)).await
}

#[mongo_testkit::test]
async fn the_pages_forth_are_those_back_turned_around_and_the_whole_in_its_order(
    db: TestDb,
) -> Done {
    let entries = provisioned(&db).await;
    for seed in 0..8 {
        let mut random = Random::new(seed);
        let n = random.below(24) as i32;
        let made: Vec<BsonDocument> = (0..n).map(|id| stored(&mut random, id)).collect();
        raw(&db).delete_many(doc! {}).await.expect("the server runs");
        if !made.is_empty() {
            raw(&db).insert_many(&made).await.expect("the server runs");
        }
        check_all(&entries, &format!("seed {seed}")).await?;
    }
    Ok(())
}

#[mongo_testkit::test]
async fn an_empty_result_is_one_empty_page(db: TestDb) -> Done {
    let page = entries(&db).await.find(ByRank { group: 1 }).limit(5).page(None).await?;
    assert!(page.items.is_empty() && page.next.is_none() && page.previous.is_none());
    Ok(())
}

/// A document that others stored with another type at a key is met, and told: it is not passed over.
#[mongo_testkit::test]
async fn a_misfit_at_a_key_is_told_by_the_page_that_it_belongs_to(db: TestDb) -> Done {
    let entries = provisioned(&db).await;
    let at = DateTime::from_millis(0);
    raw(&db)
        .insert_many([
            doc! { "_id": 1, "group": 0, "at": at, "rank": 5.0 },
            doc! { "_id": 2, "group": 0, "at": at, "rank": "five" },
            doc! { "_id": 3, "group": 0, "at": at, "rank": 4.0 },
            doc! { "_id": 4, "group": 0, "at": at },
            doc! { "_id": "five", "group": 0, "at": at, "rank": 4.0 },
            doc! { "_id": 6, "group": 0, "at": at, "rank": DateTime::from_millis(0) },
        ])
        .bypass_document_validation(true)
        .await
        .expect("the server runs");
    for size in 1..7 {
        for groups in [None, Some(vec![0, 1])] {
            let pages = match &groups {
                None => {
                    let find = || entries.find(ByRankUp { group: 0 }).limit(size);
                    forth(|| find().on_bad_document(BadDocument::Continue)).await?
                }
                Some(groups) => {
                    let find = || entries.find(OfGroupsUp { groups: groups.clone() }).limit(size);
                    forth(|| find().on_bad_document(BadDocument::Continue)).await?
                }
            };
            let read: Vec<i32> = pages.iter().flat_map(ids).collect();
            assert_eq!(read, [4, 3, 1], "{size} a page");
            let bad: Vec<_> = pages.iter().flat_map(|page| &page.unreadable).collect();
            assert_eq!(bad.len(), 3, "{size} a page");
            assert!(bad.iter().all(|error| error.kind() == Kind::Decode));
        }
    }
    let stopped = entries.find(ByRankUp { group: 0 }).limit(6).page(None).await.unwrap_err();
    assert_eq!(stopped.kind(), Kind::Decode);
    Ok(())
}
