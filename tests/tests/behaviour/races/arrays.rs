//! Arrays and sets that grow and shrink, up to their bounds and no further.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use mongo_runtime::{catalog, db::Store, prelude::*, update::Rejection};
use mongo_testkit::TestDb;

use super::{Done, N_ALL, race};
use crate::support::config;

/// How many documents share the values, so that no array has all of them.
const N_SHELVES: i64 = 16;
const N_OF_SHELF: i64 = N_ALL / N_SHELVES;
/// What is left of those from which elements are popped.
const N_LEFT: i64 = 20;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "shelves")]
struct Shelf {
    #[mongo(id)]
    id: i64,
    #[mongo(max_items = 500)]
    pushed: Vec<i64>,
    #[mongo(max_items = 1000)]
    in_pairs: Vec<i64>,
    #[mongo(max_items = 500)]
    added: BTreeSet<i64>,
    #[mongo(max_items = 500)]
    added_each: BTreeSet<i64>,
    #[mongo(max_items = 500)]
    pulled: Vec<i64>,
    #[mongo(max_items = 1000)]
    all_pulled: Vec<i64>,
    #[mongo(max_items = 520)]
    from_the_front: Vec<i64>,
    #[mongo(max_items = 520)]
    from_the_end: Vec<i64>,
    #[mongo(revision)]
    revision: Revision,
}

/// A document that is full after some updates.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "boxes")]
struct Crate {
    #[mongo(id)]
    id: i64,
    #[mongo(max_items = 400)]
    items: Vec<i64>,
    #[mongo(max_items = 400)]
    tags: BTreeSet<i64>,
    room: u16,
}

catalog! {
    /// The catalog of the shelves.
    Hall: documents(Shelf, Crate)
}

fn shelf(id: i64) -> Shelf {
    Shelf {
        id,
        pushed: Vec::new(),
        in_pairs: Vec::new(),
        added: BTreeSet::new(),
        added_each: BTreeSet::new(),
        pulled: of(id).collect(),
        all_pulled: of(id).flat_map(|value| [value, -value - 1]).collect(),
        from_the_front: (0..N_OF_SHELF + N_LEFT).collect(),
        from_the_end: (0..N_OF_SHELF + N_LEFT).collect(),
        revision: Revision::FIRST,
    }
}

/// The values that go to one document.
fn of(id: i64) -> impl Iterator<Item = i64> {
    (0..N_ALL).filter(move |value| shelf_of(*value) == id)
}

/// Those that are sent at about the same time go to the same one.
fn shelf_of(value: i64) -> i64 {
    value / N_OF_SHELF
}

#[derive(Update)]
#[mongo(document = Shelf, operation = "shelf.race", pop_first(from_the_front), pop_last(from_the_end))]
struct Move {
    #[mongo(push)]
    pushed: i64,
    #[mongo(push_each)]
    in_pairs: [i64; 2],
    #[mongo(add_to_set)]
    added: i64,
    #[mongo(add_to_set_each)]
    added_each: [i64; 2],
    #[mongo(pull)]
    pulled: i64,
    #[mongo(pull_all)]
    all_pulled: [i64; 2],
}

#[mongo_testkit::test(worker_threads = 2)]
async fn arrays_and_sets_end_with_exactly_the_elements_that_were_put_there(db: TestDb) -> Done {
    let shelves = Store::<Hall>::connect(config(&db)).await?.collection::<Shelf>();
    shelves.insert_many(&(0..N_SHELVES).map(shelf).collect::<Vec<_>>()).await?;
    let all = shelves.clone();
    race(move |value| {
        let shelves = all.clone();
        async move {
            let change = Move {
                pushed: value,
                in_pairs: [value, -value],
                // Each is added twice.
                added: value / 2,
                added_each: [value, value / 2 * 2],
                pulled: value,
                all_pulled: [value, -value - 1],
            };
            let done = shelves.update_one(by_id(shelf_of(value)), change).await?;
            assert_eq!((done.matched(), done.modified()), (1, 1), "{value}");
            Ok(())
        }
    })
    .await?;
    for id in 0..N_SHELVES {
        let end = shelves.find_one(by_id(id)).await?.expect("it is there");
        let in_pairs: Vec<i64> = end.pushed.iter().flat_map(|value| [*value, -value]).collect();
        assert_eq!(end.in_pairs, in_pairs, "push_each keeps what came together together");
        let pushed: BTreeSet<i64> = end.pushed.iter().copied().collect();
        assert_eq!((end.pushed.len(), &pushed), (pushed.len(), &of(id).collect()), "push");
        assert_eq!(end.added, of(id).map(|value| value / 2).collect(), "add_to_set");
        assert_eq!(end.added_each, of(id).collect(), "add_to_set_each");
        assert_eq!((end.pulled, end.all_pulled), (vec![], vec![]), "pull and pull_all");
        let last = N_OF_SHELF..N_OF_SHELF + N_LEFT;
        assert_eq!(end.from_the_front, last.collect::<Vec<_>>(), "pop_first");
        assert_eq!(end.from_the_end, (0..N_LEFT).collect::<Vec<_>>(), "pop_last");
        assert_eq!(end.revision.get(), Revision::FIRST.get() + N_OF_SHELF);
    }
    Ok(())
}

#[derive(Update)]
#[mongo(document = Crate, operation = "crate.race", dec(room = 1))]
struct Put {
    #[mongo(push)]
    items: i64,
    #[mongo(add_to_set)]
    tags: i64,
}

#[mongo_testkit::test(worker_threads = 2)]
async fn a_full_array_a_full_set_and_a_number_at_its_end_let_no_racer_past(db: TestDb) -> Done {
    let crates = Store::<Hall>::connect(config(&db)).await?.collection::<Crate>();
    // Each has one guard that refuses first.
    let tight = |id: i64| Crate {
        id,
        items: Vec::new(),
        tags: (0..if id % 3 == 1 { 10 } else { 0 }).map(|tag| -1 - tag).collect(),
        room: if id % 3 == 2 { 390 } else { 500 },
    };
    let refusal_of = |id: i64| match id % 3 {
        0 => Rejection::ArrayFull { path: "items", max: 400 },
        1 => Rejection::ArrayFull { path: "tags", max: 400 },
        _ => Rejection::OutOfRange { path: "room" },
    };
    let n_fit_in = |id: i64| if id % 3 == 0 { 400 } else { 390 };
    crates.insert_many(&(0..N_SHELVES).map(tight).collect::<Vec<_>>()).await?;
    let refused: Arc<[AtomicI64; N_SHELVES as usize]> = Arc::default();
    let (all, noted) = (crates.clone(), refused.clone());
    race(move |value| {
        let (crates, noted) = (all.clone(), noted.clone());
        async move {
            let id = shelf_of(value);
            match crates.update_one(by_id(id), Put { items: value, tags: value }).await {
                Ok(done) => assert_eq!(done.modified(), 1),
                Err(error) => {
                    assert_eq!(error.rejection(), Some(&refusal_of(id)), "{id}: {error}");
                    noted[id as usize].fetch_add(1, Ordering::Relaxed);
                }
            }
            Ok(())
        }
    })
    .await?;
    for (id, refused) in (0..).zip(refused.iter()) {
        assert_eq!(refused.load(Ordering::Relaxed), N_OF_SHELF - n_fit_in(id), "{id}");
        let end = crates.find_one(by_id(id)).await?.expect("it is there");
        let start = tight(id);
        assert_eq!(end.items.len() as i64, n_fit_in(id), "push");
        assert_eq!(end.tags.len(), start.tags.len() + end.items.len(), "add_to_set");
        assert_eq!(usize::from(start.room - end.room), end.items.len(), "dec");
        assert!(end.items.iter().all(|item| end.tags.contains(item)), "both or neither");
    }
    Ok(())
}
