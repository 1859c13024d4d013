//! Upserts of the same keys at the same time, through a recipe and as the driver sends them.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    catalog,
    db::{Store, Upserted},
    prelude::*,
};
use mongo_testkit::TestDb;
use tokio::task::JoinSet;

use super::{Done, N_ALL, N_EACH, N_TASKS, race};
use crate::support::config;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "visits")]
#[mongo(index(name = "uq_path", keys(path), unique))]
struct Page {
    #[mongo(id)]
    id: ObjectId,
    path: i64,
    first: i64,
    visits: i64,
    #[mongo(max_items = 8)]
    visitors: Vec<i64>,
}

#[derive(Update)]
#[mongo(document = Page, operation = "page.race", upsert = "uq_path", inc(visits = 1))]
struct Visit {
    #[mongo(key)]
    path: i64,
    #[mongo(set_on_insert)]
    first: i64,
    #[mongo(push, path = visitors, sort = asc, slice = 8)]
    visitor: i64,
}

catalog! {
    /// The catalog of the pages.
    Pages: documents(Page), operations(Visit)
}

/// Every task upserts every key, at the same time as the others.
#[mongo_testkit::test(worker_threads = 2)]
async fn eight_racing_upserts_make_one_document_of_each_key_and_lose_no_change(db: TestDb) -> Done {
    let raw: mongodb::Collection<BsonDocument> = db.database().collection("visits");
    let options = mongodb::options::IndexOptions::builder().unique(true).name("uq_path".to_owned());
    let index = mongodb::IndexModel::builder().keys(doc! { "path": 1 }).options(options.build());
    raw.create_index(index.build()).await.expect("the server runs");
    let pages = Store::<Pages>::connect(config(&db)).await?.collection::<Page>();
    let inserted: Arc<[AtomicI64; N_TASKS as usize]> = Arc::default();
    let (all, noted) = (pages.clone(), inserted.clone());
    race(move |value| {
        let (pages, noted) = (all.clone(), noted.clone());
        async move {
            let (path, task) = (value / N_TASKS, value % N_TASKS);
            let visit = Visit { path, first: task, visitor: task };
            match pages.upsert_one(visit).await? {
                Upserted::Inserted(_) => {
                    noted[task as usize].fetch_add(1, Ordering::Relaxed);
                }
                Upserted::Updated { is_modified } => assert!(is_modified),
            }
            Ok(())
        }
    })
    .await?;
    let end = pages.find(AllDocuments).limit(2_000).await?.collect().await?;
    assert_eq!(end.len() as i64, N_EACH, "one document of each key");
    for page in &end {
        assert_eq!(page.visitors, (0..N_TASKS).collect::<Vec<_>>(), "{}", page.path);
    }
    assert_eq!(end.iter().map(|page| page.visits).sum::<i64>(), N_ALL);
    for (task, inserted) in (0..).zip(inserted.iter()) {
        let n_first = end.iter().filter(|page| page.first == task).count();
        assert_eq!(inserted.load(Ordering::Relaxed), n_first as i64, "set_on_insert");
    }
    Ok(())
}

/// Why an upsert needs the index: the same race as the driver sends it, without one, until two documents have one key.
#[mongo_testkit::test(worker_threads = 2)]
async fn the_drivers_own_upserts_make_twins_where_no_unique_index_is(db: TestDb) {
    let raw: mongodb::Collection<BsonDocument> = db.database().collection("visits");
    db.database().create_collection("visits").await.expect("the server runs");
    for path in 0..2_000 {
        let mut tasks = JoinSet::new();
        for _ in 0..N_TASKS {
            let raw = raw.clone();
            tasks.spawn(async move {
                let visit = doc! { "$inc": { "visits": 1 } };
                raw.update_one(doc! { "path": path }, visit).upsert(true).await
            });
        }
        for result in tasks.join_all().await {
            result.expect("nothing refuses it");
        }
        if raw.count_documents(doc! { "path": path }).await.expect("the server runs") > 1 {
            return;
        }
    }
    panic!("2,000 races of eight upserts made no twin");
}
