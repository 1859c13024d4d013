//! How the server answers a page: from its place on, along an index.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    db::{Admin, Explain, Find, FindPage, Limited, Page},
    error::Error,
    prelude::*,
    query::HasPages,
};
use mongo_testkit::TestDb;

use super::model::{
    ByCode, ByName, ByRank, ByRankUp, Entry, OfGroups, OfGroupsUp, OfNoKind, admin, provisioned,
    raw,
};

type Done = Result<(), Error>;

const PAGE: u32 = 10;

/// How many documents a page may cost: its own, the one behind it, what each step of the order looks at in vain, and those that the
/// server fetches a second time where one step is found in the index and another is not.
const FEW: u64 = 3 * PAGE as u64;

/// 4,000 entries of 2 groups: no rank is in more than 5 of a group, but a quarter has none.
async fn seed(db: &TestDb) {
    let made: Vec<BsonDocument> = (0..4_000)
        .map(|id| {
            let at = DateTime::from_millis(i64::from(id) / 8);
            let mut entry =
                doc! { "_id": id, "group": id % 2, "at": at, "name": format!("n{}", id / 4 % 300) };
            match id / 2 % 4 {
                0 => {}
                _ => drop(entry.insert("rank", f64::from(id / 10))),
            }
            if id % 3 > 0 {
                entry.insert("price", "1.5".parse::<Decimal128>().expect("a number"));
                entry.insert("place", doc! { "code": i64::from(id / 16) });
            }
            entry
        })
        .collect();
    raw(db).insert_many(&made).await.expect("the server runs");
}

/// Looks at the plans of the first page, of one that is deep, of those on both sides of it, and of the last.
async fn check<K: HasPages + 'static>(
    admin: &Admin,
    index: &str,
    n_most: u64,
    find: impl Fn() -> Find<Entry, Limited, K, Entry>,
) -> Done
where
    FindPage<Entry, K, Entry>: Explain,
{
    let first = find().page(None).await?;
    let mut pages: Vec<Page<Entry>> = vec![first];
    while let Some(next) = &pages.last().expect("a page").next {
        pages.push(find().page(Some(next)).await?);
    }
    let n = pages.len();
    assert!(n > 60, "{index}: {n} pages");
    let mut explained = vec![admin.explain(find().page(None)).await?];
    for at in [n / 10, n / 3, n / 2, n - 20, n - 2] {
        for token in [&pages[at].next, &pages[at].previous] {
            explained.push(admin.explain(find().page(token.as_ref())).await?);
        }
    }
    for plan in explained {
        assert_eq!(plan.indexes(), [index], "{plan}");
        assert!(!plan.has_collection_scan() && !plan.has_blocking_sort(), "{plan}");
        assert!(plan.documents_examined() <= n_most, "{plan}");
        assert!(plan.keys_examined() <= 2 * n_most, "{plan}");
    }
    Ok(())
}

#[mongo_testkit::test]
async fn a_page_begins_at_its_place_along_the_index_and_sorts_nothing(db: TestDb) -> Done {
    let entries = provisioned(&db).await;
    seed(&db).await;
    let admin = admin(&db).await;
    let e = &entries;
    let both = || vec![0, 1];
    check(&admin, "ix_rank", FEW, || e.find(ByRank { group: 0 }).limit(PAGE)).await?;
    check(&admin, "ix_rank", FEW, || e.find(ByRankUp { group: 0 }).limit(PAGE)).await?;
    check(&admin, "ix_name", FEW, || e.find(ByName { group: 1 }).limit(PAGE)).await?;
    let until = DateTime::from_millis(1_000_000);
    check(&admin, "ix_code", FEW, || e.find(ByCode { until }).limit(PAGE)).await?;
    // With an equality of several values, those that have the same first key are walked from the first of them: here, all that
    // have no rank.
    let no_rank = 1_000;
    check(&admin, "ix_rank", no_rank + FEW, || e.find(OfGroups { groups: both() }).limit(PAGE))
        .await?;
    check(&admin, "ix_rank", no_rank + FEW, || e.find(OfGroupsUp { groups: both() }).limit(PAGE))
        .await?;
    check(&admin, "ix_kind", FEW, || e.find(OfNoKind {}).limit(PAGE)).await?;
    admin.close().await;
    Ok(())
}
