//! What a find may ask, and what a query brings of its own: limits, hints, slices.

use std::time::Duration;

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    error::{Error, Kind},
    operation::OperationName,
    prelude::*,
};
use mongo_testkit::TestDb;

use super::model::{ByRank, ByRankUp, Entry, connect, entries, ids, provisioned, raw};
use crate::support::{assert_failed, config};

type Done = Result<(), Error>;

async fn fill(db: &TestDb, n: i32) {
    let at = DateTime::from_millis(0);
    let made = (0..n).map(|id| doc! { "_id": id, "group": 0, "at": at, "rank": f64::from(id) });
    raw(db).insert_many(made).await.expect("the server runs");
}

/// The one recorded command with this comment.
async fn sent(db: &TestDb, name: &str) -> BsonDocument {
    let profile = db.database().collection::<BsonDocument>("system.profile");
    let entry = profile.find_one(doc! { "command.comment": name }).await.expect("the server runs");
    entry.expect(name).get_document("command").expect("a command").clone()
}

#[mongo_testkit::test]
async fn a_limit_over_that_of_the_query_is_refused_before_it_is_sent(db: TestDb) -> Done {
    let entries = entries(&db).await;
    let over = entries.find(ByRank { group: 0 }).limit(501).await.unwrap_err();
    assert_failed(&over, Kind::OperationRejected, None);
    assert_eq!(over.attempts(), 0);
    assert!(over.to_string().contains("1 to 500 (the query's `max_results`), found 501"), "{over}");
    let over = entries.find(ByRank { group: 0 }).limit(501).page(None).await.unwrap_err();
    assert!(over.to_string().contains("max_results"), "{over}");
    // The store's own limit holds where it is the smaller one, and where the query has none.
    let small = connect(config(&db).max_limit(100)).await;
    for result in [
        small.find(ByRank { group: 0 }).limit(101).await.map(drop),
        small.find(ByRankUp { group: 0 }).limit(101).await.map(drop),
    ] {
        let over = result.unwrap_err();
        assert!(over.to_string().contains("1 to 100 (the store's `max_limit`)"), "{over}");
    }
    assert!(entries.find(ByRank { group: 0 }).limit(500).page(None).await?.items.is_empty());
    Ok(())
}

/// All that a query can say of itself.
#[derive(Filter, Clone)]
#[mongo(document = Entry, operation = "entry.of-its-own", sort(rank(desc, nulls = last), id = desc))]
#[mongo(max_results = 50, batch_size = 7, deadline = "3 s", hint = "ix_rank")]
struct OfItsOwn {
    #[mongo(eq)]
    group: i32,
}

#[mongo_testkit::test]
async fn what_a_query_says_of_itself_is_sent_by_each_operation(db: TestDb) -> Done {
    let entries = provisioned(&db).await;
    fill(&db, 20).await;
    db.database().run_command(doc! { "profile": 2 }).await.expect("the server profiles");
    let query = || OfItsOwn { group: 0 };
    entries.find(query()).limit(20).await?;
    let find = sent(&db, "entry.of-its-own").await;
    assert_eq!(find.get_document("sort").ok(), Some(&doc! { "rank": -1, "_id": -1 }));
    assert_eq!(find.get_str("hint").ok(), Some("ix_rank"));
    let number = |command: &BsonDocument, key: &str| {
        let value = command.get(key).expect(key);
        value.as_i64().or(value.as_i32().map(i64::from)).expect("a number")
    };
    assert_eq!((number(&find, "batchSize"), number(&find, "limit")), (7, 20));
    assert!((1..=3_000).contains(&number(&find, "maxTimeMS")), "{find}");

    let f = Entry::fields();
    for (name, operation) in
        [("entry.one", 0), ("entry.count", 1), ("entry.exists", 2), ("entry.page", 3)]
    {
        let name = OperationName::new(name);
        match operation {
            0 => drop(entries.find_one(query()).named(name).await?),
            1 => drop(entries.count(query()).named(name).await?),
            2 => drop(entries.exists(query()).named(name).await?),
            _ => drop(entries.find(query()).limit(5).named(name).page(None).await?),
        }
        let command = sent(&db, name.as_str()).await;
        assert_eq!(command.get_str("hint").ok(), Some("ix_rank"), "{name}");
        assert!((1..=3_000).contains(&number(&command, "maxTimeMS")), "{name}: {command}");
    }
    let first = entries.find_one(query()).await?.expect("it is there");
    assert_eq!(first.id, 19, "in the order of the query");
    let updated = entries.find_one_and_update(query(), f.kind().set(true)).after().await?;
    assert!(updated.is_some());
    // A deadline that is said where it is called wins.
    let short = entries.find(query()).limit(5).deadline(Duration::ZERO).await.unwrap_err();
    assert_eq!(short.kind(), Kind::Timeout);
    Ok(())
}

#[mongo_testkit::test]
async fn a_hint_names_a_declared_index_or_nothing_is_sent(db: TestDb) -> Done {
    let entries = provisioned(&db).await;
    fill(&db, 3).await;
    let f = Entry::fields();
    let found = entries.find(f.group().eq(0)).hint("ix_rank").sort(f.id().asc()).limit(5).await?;
    assert_eq!(found.collect().await?.len(), 3);
    assert!(entries.find_one(f.group().eq(0)).hint("_id_").await?.is_some());
    let no_find = entries.find(f.group().eq(0)).hint("ix_other").limit(5).await.unwrap_err();
    let no_find_one = entries.find_one(f.group().eq(0)).hint("ix_other").await.unwrap_err();
    for error in [no_find, no_find_one] {
        assert_failed(&error, Kind::OperationRejected, None);
        assert_eq!(error.attempts(), 0);
        let text = error.to_string();
        assert!(
            text.contains("`ix_other`") && text.contains("`Entry`") && text.contains("`ix_rank`"),
            "{text}"
        );
    }
    Ok(())
}

#[mongo_testkit::test]
async fn a_slice_is_counted_off_and_bounded(db: TestDb) -> Done {
    let entries = entries(&db).await;
    fill(&db, 25).await;
    let f = Entry::fields();
    let find = || entries.find(AllDocuments).sort(f.id().asc()).limit(10);
    for (number, first, n, has_next) in [
        (0, Some(0), 10, true),
        (1, Some(10), 10, true),
        (2, Some(20), 5, false),
        (3, None, 0, false),
    ] {
        let slice = find().slice(number).await?;
        let first_id = slice.items.first().map(|entry| entry.id);
        assert_eq!(
            (slice.number, first_id, slice.items.len(), slice.has_next),
            (number, first, n, has_next)
        );
    }
    // A registered query has an order already.
    let slice = entries.find(ByRank { group: 0 }).limit(5).slice(1).await?;
    assert_eq!(slice.items.iter().map(|entry| entry.id).collect::<Vec<_>>(), [19, 18, 17, 16, 15]);

    let far = find().slice(101).await.unwrap_err();
    assert_failed(&far, Kind::OperationRejected, None);
    assert!(
        far.to_string().contains("leaves out 1010, and the store's `max_skip` is 1000"),
        "{far}"
    );
    assert!(find().slice(100).await?.items.is_empty());
    let most = find().slice(u32::MAX).await.unwrap_err();
    assert!(most.to_string().contains("max_skip"), "{most}");
    let unordered = entries.find(AllDocuments).limit(5).slice(0).await.unwrap_err();
    assert!(unordered.to_string().contains("needs an order"), "{unordered}");
    let none = connect(config(&db).max_skip(0)).await;
    let none = none.find(AllDocuments).sort(f.id().asc()).limit(5);
    assert_eq!(none.slice(0).await?.items.len(), 5);
    assert_eq!(ids(&entries.find(ByRank { group: 0 }).limit(2).page(None).await?), [24, 23]);
    Ok(())
}
