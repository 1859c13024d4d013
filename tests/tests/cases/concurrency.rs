//! Writes that meet, and bulk writes that end in the middle.

use std::collections::BTreeSet;

use mongo_runtime::{
    bson::doc,
    catalog,
    db::{Collection, Reconciled, Store, StoreConfig},
    error::{Error, ItemStatus, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::{Fault, Proxy, TestDb};

use crate::support::{collection, raw};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "boards")]
struct Board {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 32)]
    title: String,
    n: i64,
    #[mongo(max_items = 5_000)]
    list: Vec<i64>,
    #[mongo(max_items = 4)]
    docs: Vec<Sheet>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Sheet {
    x: i32,
    #[mongo(max_items = 8)]
    parts: Vec<i32>,
}

catalog! {
    /// The catalog of the boards.
    Boards: documents(Board)
}

fn board(id: i32) -> Board {
    Board {
        id,
        title: String::new(),
        n: 0,
        list: Vec::new(),
        docs: vec![Sheet { x: 0, parts: Vec::new() }; 2],
    }
}

async fn through(proxy: &Proxy, db: &TestDb) -> Collection<Board> {
    let store = Store::<Boards>::connect(StoreConfig::new(proxy.uri(), db.name())).await;
    store.expect("the server runs").collection()
}

async fn the_one(boards: &Collection<Board>) -> Board {
    boards.find_one(by_id(1)).await.expect("the server runs").expect("it is there")
}

/// C1. Elsewhere each task writes the list that it has read, and the last one wins.
#[mongo_testkit::test]
async fn of_two_appends_at_once_both_are_kept(db: TestDb) -> Result<(), Error> {
    let boards = collection::<Board>(&db).await;
    boards.insert_one(&board(1)).await?;
    let list = Board::fields().list();
    let (a, b) = tokio::join!(
        boards.update_one(by_id(1), list.push(1)).into_future(),
        boards.update_one(by_id(1), list.push(2)).into_future(),
    );
    assert_eq!((a?.modified(), b?.modified()), (1, 1));
    let kept: BTreeSet<i64> = the_one(&boards).await.list.into_iter().collect();
    assert_eq!(kept, BTreeSet::from([1, 2]));
    Ok(())
}

/// The server meets the conflicts by itself.
#[mongo_testkit::test]
async fn thirty_two_tasks_that_count_in_one_document_count_right(db: TestDb) -> Result<(), Error> {
    let boards = collection::<Board>(&db).await;
    boards.insert_one(&board(1)).await?;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..32 {
        let boards = boards.clone();
        tasks.spawn(async move {
            for _ in 0..20 {
                let _ = boards.update_one(by_id(1), Board::fields().n().inc(1)).await?;
            }
            Ok::<_, Error>(())
        });
    }
    for done in tasks.join_all().await {
        done?;
    }
    assert_eq!(the_one(&boards).await.n, 32 * 20);
    Ok(())
}

/// C2. Elsewhere the server refuses it, with a code and one of the paths.
#[mongo_testkit::test]
async fn a_change_of_an_element_and_of_its_array_are_refused_by_both_paths(db: TestDb) {
    let boards = collection::<Board>(&db).await;
    boards.insert_one(&board(1)).await.unwrap();
    let docs = Board::fields().docs();
    let part = docs.update_each(|sheet| sheet.x().set(1));
    let whole = docs.push(Sheet { x: 5, parts: Vec::new() });
    let error = boards.update_one(by_id(1), part.and(whole)).await.unwrap_err();
    let refused = (Kind::OperationRejected, Some(Outcome::NotSent), 0);
    assert_eq!((error.kind(), error.outcome(), error.attempts()), refused, "{error}");
    assert!(error.to_string().contains("`docs`"), "{error}");
    assert!(error.to_string().contains("`docs.$[].x`"), "{error}");
    // What does not overlap is one update.
    let apart = docs
        .update_each(|sheet| sheet.parts().push(1))
        .and(docs.update_each(|sheet| sheet.x().inc(1)));
    assert_eq!(boards.update_one(by_id(1), apart).await.unwrap().modified(), 1);
    let sheet = Sheet { x: 1, parts: vec![1] };
    assert_eq!(the_one(&boards).await.docs, [sheet.clone(), sheet]);
}

/// C3. Elsewhere a flush sends several, and a reader sees the document between them.
#[mongo_testkit::test]
async fn one_call_is_one_command_and_no_reader_sees_a_half_of_it(db: TestDb) -> Result<(), Error> {
    let proxy = Proxy::start(&db).await.unwrap();
    let boards = through(&proxy, &db).await;
    boards.insert_one(&board(1)).await?;
    let writer = boards.clone();
    // Counts the commands, and does nothing to them.
    proxy.add(Fault::delay_request(std::time::Duration::ZERO).command("update").always());
    let writing = tokio::spawn(async move {
        let f = Board::fields();
        for n in 1..=100 {
            let change = f.n().set(n).and(f.title().set(n.to_string())).and(f.list().push(n));
            assert_eq!(writer.update_one(by_id(1), change).await?.modified(), 1);
        }
        Ok::<_, Error>(())
    });
    while !writing.is_finished() {
        let seen = the_one(&boards).await;
        let title = if seen.n == 0 { String::new() } else { seen.n.to_string() };
        assert_eq!((seen.title, seen.list), (title, (1..=seen.n).collect()));
    }
    writing.await.expect("no panic")?;
    assert_eq!(proxy.hits(), 100);
    Ok(())
}

/// C13. Elsewhere the bad one vanishes, or takes the others with it.
#[mongo_testkit::test]
async fn a_bad_document_between_two_good_ones_has_its_place_in_the_result(
    db: TestDb,
) -> Result<(), Error> {
    let boards = collection::<Board>(&db).await;
    let bad = Board { title: "x".repeat(33), ..board(2) };
    let error = boards.insert_many(&[board(1), bad, board(3)]).unordered().await.unwrap_err();
    let items = error.bulk().expect("a status for each").items();
    assert_eq!((&items[0], &items[2]), (&ItemStatus::Inserted, &ItemStatus::Inserted));
    let ItemStatus::Failed(failure) = &items[1] else { panic!("{items:?}") };
    assert_eq!(failure.encode_error().unwrap().path().to_string(), "title");
    assert_eq!(boards.count(AllDocuments).await?, 2);
    Ok(())
}

/// C15. Elsewhere the second try of all fails on the half that is there. Here the unknown ones are looked at by their ids.
#[mongo_testkit::test]
async fn the_unknown_half_of_a_bulk_is_looked_at_and_only_what_is_missing_is_sent_again(
    db: TestDb,
) -> Result<(), Error> {
    let proxy = Proxy::start(&db).await.unwrap();
    let store = Store::<Boards>::connect(StoreConfig::new(proxy.uri(), db.name())).await?;
    let boards = store.collection::<Board>();
    let all: Vec<Board> = (0..100).map(board).collect();
    for is_stored in [false, true] {
        raw::<Board>(&db).delete_many(doc! {}).await.expect("the server runs");
        let lost = if is_stored { Fault::cut_reply(0) } else { Fault::cut_request(9) };
        proxy.add(lost.command("insert").skip(1).times(2));
        // Two commands: an update in the middle keeps the halves apart.
        let bulk = store
            .bulk_write()
            .add_all(all[..50].iter().map(|board| boards.insert_one(board)))
            .add(boards.update_one(by_id(0), Board::fields().n().inc(1)))
            .add_all(all[50..].iter().map(|board| boards.insert_one(board)));
        let error = bulk.await.unwrap_err();
        proxy.clear();
        assert!(error.is_ambiguous(), "{error}");
        let statuses = error.bulk().unwrap().items();
        assert!(statuses[..51].iter().all(ItemStatus::is_done));
        assert!(statuses[51..].iter().all(|status| *status == ItemStatus::Unknown));
        let mut missing = Vec::new();
        for board in &all[50..] {
            match boards.reconcile_insert(board).await? {
                Reconciled::Applied => {}
                Reconciled::NotSeen => missing.push(board.clone()),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(missing.len(), if is_stored { 0 } else { 50 });
        if !missing.is_empty() {
            assert_eq!(boards.insert_many(&missing).await?.inserted(), 50);
        }
        assert_eq!(boards.count(AllDocuments).await?, 100);
    }
    Ok(())
}
