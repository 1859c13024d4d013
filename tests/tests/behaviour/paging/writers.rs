//! Pages while others write.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    db::{Find, Limited},
    error::Error,
    prelude::*,
    query::HasPages,
};
use mongo_testkit::TestDb;
use mongo_tests::random::Random;

use super::model::{ByName, ByRank, Entry, OfGroups, by_mail, ids, provisioned, raw, stored};

type Done = Result<(), Error>;

/// How many entries stay throughout.
const STAY: i32 = 60;

/// Turns pages while entries above `STAY` come and go between any two of them, the one at the place of the token among them.
async fn turn<K: HasPages + 'static>(
    db: &TestDb,
    seed: u64,
    find: impl Fn() -> Find<Entry, Limited, K, Entry>,
) -> Done {
    let mut random = Random::new(seed);
    let raw = raw(db);
    raw.delete_many(doc! {}).await.expect("the server runs");
    let made: Vec<BsonDocument> = (0..2 * STAY).map(|id| stored(&mut random, id)).collect();
    raw.insert_many(&made).await.expect("the server runs");
    let stay: Vec<i32> = whole(&find).await?.into_iter().filter(|id| *id < STAY).collect();

    let (mut met, mut next_id) = (Vec::new(), 2 * STAY);
    let mut page = find().page(None).await?;
    loop {
        met.extend(ids(&page));
        let last = met.last().copied().filter(|id| *id >= STAY);
        let goes = last.filter(|_| random.below(2) == 0).unwrap_or_else(|| next_id - 1);
        if goes >= STAY {
            raw.delete_one(doc! { "_id": goes }).await.expect("the server runs");
        }
        for _ in 0..random.below(4) {
            raw.insert_one(stored(&mut random, next_id)).await.expect("the server runs");
            next_id += 1;
        }
        let Some(next) = page.next.as_ref().map(by_mail) else { break };
        page = find().page(Some(&next)).await?;
    }
    assert_eq!(
        met.len(),
        met.iter().collect::<BTreeSet<_>>().len(),
        "seed {seed}: none twice: {met:?}"
    );
    met.retain(|id| *id < STAY);
    assert_eq!(met, stay, "seed {seed}: all that stayed, in their order");

    // The same on the way back, from behind the last.
    let mut met = Vec::new();
    let mut previous = page.previous.clone();
    let mut behind = ids(&page);
    while let Some(token) = previous {
        let goes = STAY + random.below((next_id - STAY) as usize) as i32;
        raw.delete_one(doc! { "_id": goes }).await.expect("the server runs");
        raw.insert_one(stored(&mut random, next_id)).await.expect("the server runs");
        next_id += 1;
        let page = find().page(Some(&token)).await?;
        met.splice(0..0, ids(&page));
        previous = page.previous;
    }
    met.append(&mut behind);
    assert_eq!(met.len(), met.iter().collect::<BTreeSet<_>>().len(), "seed {seed}: none twice");
    met.retain(|id| *id < STAY);
    assert_eq!(met, stay, "seed {seed}: all that stayed, from the end");
    Ok(())
}

async fn whole<K: HasPages + 'static>(
    find: &impl Fn() -> Find<Entry, Limited, K, Entry>,
) -> Result<Vec<i32>, Error> {
    let mut ids = Vec::new();
    for page in super::model::forth(find).await? {
        ids.extend(super::model::ids(&page));
    }
    Ok(ids)
}

#[mongo_testkit::test]
async fn what_stays_is_met_once_while_others_insert_and_delete_between_the_pages(
    db: TestDb,
) -> Done {
    let entries = provisioned(&db).await;
    for seed in 0..6 {
        let size = [1, 3, 8][seed as usize % 3];
        turn(&db, seed, || entries.find(ByRank { group: 0 }).limit(size)).await?;
        turn(&db, seed, || entries.find(ByName { group: 1 }).limit(size)).await?;
        turn(&db, seed, || entries.find(OfGroups { groups: vec![0, 1] }).limit(size)).await?;
    }
    Ok(())
}

#[mongo_testkit::test(worker_threads = 2)]
async fn what_stays_is_met_once_while_others_write_at_the_same_time(db: TestDb) -> Done {
    let entries = provisioned(&db).await;
    let mut random = Random::new(99);
    let made: Vec<BsonDocument> = (0..STAY).map(|id| stored(&mut random, id)).collect();
    raw(&db).insert_many(&made).await.expect("the server runs");
    let find = || entries.find(OfGroups { groups: vec![0, 1] }).limit(4);
    let stay = whole(&find).await?;
    let is_over = Arc::new(AtomicBool::new(false));
    let writer = tokio::spawn({
        let (raw, is_over) = (raw(&db), is_over.clone());
        async move {
            let mut id = STAY;
            while !is_over.load(Ordering::Relaxed) {
                raw.insert_one(stored(&mut random, id)).await.expect("the server runs");
                if id % 2 == 0 {
                    raw.delete_one(doc! { "_id": id - STAY / 2 + STAY })
                        .await
                        .expect("the server runs");
                }
                id += 1;
            }
            id - STAY
        }
    });
    for _ in 0..4 {
        let mut met = whole(&find).await?;
        assert_eq!(met.len(), met.iter().collect::<BTreeSet<_>>().len(), "none twice");
        met.retain(|id| *id < STAY);
        assert_eq!(met, stay);
    }
    is_over.store(true, Ordering::Relaxed);
    assert!(writer.await.expect("the writer ends") > 0, "there were writes");
    Ok(())
}

/// A page whose documents are all gone still leads on and back.
#[mongo_testkit::test]
async fn an_empty_page_leads_back_to_what_is_before_it(db: TestDb) -> Done {
    let entries = provisioned(&db).await;
    let at = DateTime::from_millis(0);
    let made = (0..6).map(|id| doc! { "_id": id, "group": 0, "at": at, "rank": f64::from(id / 2) });
    raw(&db).insert_many(made).await.expect("the server runs");
    let find = || entries.find(ByRank { group: 0 }).limit(2);
    let first = find().page(None).await?;
    assert_eq!(ids(&first), [5, 4]);
    raw(&db).delete_many(doc! { "_id": { "$lt": 4 } }).await.expect("the server runs");
    let gone = find().page(first.next.as_ref()).await?;
    assert!(gone.items.is_empty() && gone.next.is_none());
    let back = find().page(gone.previous.as_ref()).await?;
    assert_eq!(ids(&back), [5, 4], "the document at the place itself, too");
    assert!(back.previous.is_none());

    let ahead = find().page(back.next.as_ref()).await?;
    assert!(ahead.items.is_empty());
    raw(&db)
        .insert_one(doc! { "_id": 1, "group": 0, "at": at, "rank": 0.0 })
        .await
        .expect("it runs");
    assert_eq!(ids(&find().page(back.next.as_ref()).await?), [1], "what came meanwhile");
    Ok(())
}
