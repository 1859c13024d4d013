//! Changes of single elements of arrays do on the server what they say, and leave alone what could not be read any more.

use mongo_runtime::{
    catalog,
    db::{Collection, Store},
    error::{Error, Kind, Outcome},
    filter::IntoFilter,
    prelude::*,
    update::{IntoUpdate, Rejection},
};
use mongo_testkit::TestDb;

use crate::support::{assert_failed, config};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "baskets")]
struct Basket {
    #[mongo(id)]
    id: i32,
    state: State,
    #[mongo(max_items = 5)]
    lines: Vec<Line>,
    #[mongo(max_items = 5)]
    gifts: Option<Vec<Line>>,
    #[mongo(max_items = 6)]
    scores: Vec<i32>,
    #[mongo(max_items = [4, 2])]
    rows: Vec<Vec<i32>>,
    flags: u8,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
enum State {
    Open,
    Paid,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Line {
    #[mongo(max_len = 8)]
    sku: String,
    n: u8,
    #[mongo(max_items = 2, max_len = 8)]
    marks: Vec<String>,
}

catalog! {
    /// The catalog of the baskets.
    Baskets: documents(Basket)
}

type Done = Result<(), Error>;

fn line(sku: &str, n: u8) -> Line {
    Line { sku: sku.to_owned(), n, marks: Vec::new() }
}

fn basket(id: i32) -> Basket {
    Basket {
        id,
        state: State::Open,
        lines: vec![line("a", 1), line("b", 2), line("a", 3)],
        gifts: None,
        scores: vec![1, 5, 9],
        rows: vec![vec![1], vec![2, 3]],
        flags: 0b0101,
    }
}

async fn one(db: &TestDb) -> Result<Collection<Basket>, Error> {
    let store: Store<Baskets> = Store::connect(config(db)).await?;
    let baskets = store.collection::<Basket>();
    baskets.insert_one(&basket(1)).await?;
    Ok(baskets)
}

async fn changed(
    baskets: &Collection<Basket>,
    update: impl IntoUpdate<Basket>,
) -> Result<Basket, Error> {
    assert_eq!(baskets.update_one(by_id(1), update).await?.modified(), 1);
    Ok(baskets.find_one(by_id(1)).await?.expect("it is there"))
}

/// The update is refused by a guard, and the document is as before.
async fn refused(
    baskets: &Collection<Basket>,
    filter: impl IntoFilter<Basket>,
    update: impl IntoUpdate<Basket>,
) -> Result<Rejection, Error> {
    let before = baskets.find_one(by_id(1)).await?;
    let error = baskets.update_one(filter, update).await.expect_err("a guard refuses");
    assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
    assert_eq!(baskets.find_one(by_id(1)).await?, before);
    Ok(*error.rejection().expect("a guard's"))
}

fn counts(basket: &Basket) -> Vec<u8> {
    basket.lines.iter().map(|line| line.n).collect()
}

#[mongo_testkit::test]
async fn each_chosen_and_the_matched_element_are_changed(db: TestDb) -> Done {
    let baskets = one(&db).await?;
    let f = Basket::fields();
    let it = changed(&baskets, f.lines().update_each(|line| line.n().inc(10))).await?;
    assert_eq!(counts(&it), [11, 12, 13]);
    let of_a = f.lines().update_where(|line| line.sku().eq("a"), |line| line.n().dec(1));
    assert_eq!(counts(&changed(&baskets, of_a).await?), [10, 12, 12]);
    let two = f
        .lines()
        .update_where(|line| line.sku().eq("a").and(line.n().gt(11)), |line| line.n().set(0))
        .and(f.lines().update_where(|line| line.sku().eq("b"), |line| line.n().mul(2)));
    assert_eq!(counts(&changed(&baskets, two).await?), [10, 24, 0]);

    let matched = f.lines().update_matched(|line| line.n().inc(1));
    let filter = by_id(1).and(f.lines().elem_match(|line| line.sku().eq("a").and(line.n().lt(5))));
    assert_eq!(baskets.update_one(filter, &matched).await?.modified(), 1);
    let filter = by_id(1).and(f.lines().each().sku().eq("b"));
    assert_eq!(baskets.update_one(filter, &matched).await?.modified(), 1);
    let it = baskets.find_one(by_id(1)).await?.unwrap();
    assert_eq!(counts(&it), [10, 25, 1]);

    let whole = f.lines().update_where(|line| line.sku().eq("b"), |it| it.set(line("c", 7)));
    assert_eq!(changed(&baskets, whole).await?.lines[1], line("c", 7));
    let marks = f.lines().update_where(|it| it.n().lt(8), |it| it.marks().push("x"));
    let it = changed(&baskets, marks).await?;
    assert_eq!(it.lines.iter().map(|line| line.marks.len()).collect::<Vec<_>>(), [0, 1, 1]);
    Ok(())
}

#[mongo_testkit::test]
async fn elements_without_fields_and_arrays_in_arrays_are_changed(db: TestDb) -> Done {
    let baskets = one(&db).await?;
    let f = Basket::fields();
    let it = changed(&baskets, f.scores().update_each(|score| score.inc(1))).await?;
    assert_eq!(it.scores, [2, 6, 10]);
    let ends = |score: mongo_runtime::field::Leaf<_>| score.lt(3).or(score.gt(9));
    let it = changed(&baskets, f.scores().update_where(ends, |score| score.set(0))).await?;
    assert_eq!(it.scores, [0, 6, 0]);
    let middle = f.scores().update_where(|score| score.eq(6), |score| score.max(8));
    assert_eq!(changed(&baskets, middle).await?.scores, [0, 8, 0]);
    let matched = f.scores().update_matched(|score| score.inc(1));
    let filter = by_id(1).and(f.scores().elem_match(|score| score.gt(5)));
    assert_eq!(baskets.update_one(filter, matched).await?.modified(), 1);
    let rows = f.rows().update_each(|row| row.update_where(|cell| cell.gt(1), |cell| cell.inc(10)));
    let it = changed(&baskets, rows).await?;
    assert_eq!((it.scores, it.rows), (vec![0, 9, 0], vec![vec![1], vec![12, 13]]));
    let set = f.rows().update_where(|row| row.each().eq(1), |row| row.set(vec![1, 2]));
    assert_eq!(changed(&baskets, set).await?.rows, [[1, 2], [12, 13]]);
    Ok(())
}

#[mongo_testkit::test]
async fn no_element_leaves_the_range_of_its_type(db: TestDb) -> Done {
    let baskets = one(&db).await?;
    let f = Basket::fields();
    let out = Rejection::OutOfRange { path: "lines.n" };
    let each = f.lines().update_each(|line| line.n().inc(253));
    assert_eq!(refused(&baskets, by_id(1), each).await?, out);
    let of = |sku: &'static str, by: u8| {
        f.lines().update_where(move |line| line.sku().eq(sku), move |line| line.n().inc(by))
    };
    assert_eq!(refused(&baskets, by_id(1), of("a", 253)).await?, out);
    assert_eq!(counts(&changed(&baskets, of("b", 253)).await?), [1, 255, 3]);

    let matched = |by: u8| f.lines().update_matched(move |line| line.n().inc(by));
    let filter = |sku: &'static str| by_id(1).and(f.lines().each().sku().eq(sku));
    assert_eq!(refused(&baskets, filter("b"), matched(1)).await?, out);
    // The full one is none that this filter can match.
    assert_eq!(baskets.update_one(filter("a"), matched(1)).await?.modified(), 1);
    let scores = f.scores().update_each(|score| score.mul(i32::MAX / 2));
    assert_eq!(
        refused(&baskets, by_id(1), scores).await?,
        Rejection::OutOfRange { path: "scores" }
    );
    let rows = f.rows().update_each(|row| row.update_each(|cell| cell.inc(i32::MAX - 2)));
    assert_eq!(refused(&baskets, by_id(1), rows).await?, Rejection::OutOfRange { path: "rows" });
    Ok(())
}

#[mongo_testkit::test]
async fn an_array_in_an_element_stays_in_its_bound(db: TestDb) -> Done {
    let baskets = one(&db).await?;
    let f = Basket::fields();
    let mark = |sku: &'static str, mark: &'static str| {
        f.lines().update_where(move |line| line.sku().eq(sku), move |line| line.marks().push(mark))
    };
    let _ = changed(&baskets, mark("b", "x")).await?;
    let _ = changed(&baskets, mark("b", "y")).await?;
    let full = Rejection::ArrayFull { path: "lines.marks", max: 2 };
    assert_eq!(refused(&baskets, by_id(1), mark("b", "z")).await?, full);
    let each = f.lines().update_each(|line| line.marks().push("z"));
    assert_eq!(refused(&baskets, by_id(1), each).await?, full);
    let set = |mark: &'static str| f.lines().update_each(move |line| line.marks().add_to_set(mark));
    assert_eq!(refused(&baskets, by_id(1), set("z")).await?, full);
    assert_eq!(changed(&baskets, set("x")).await?.lines[0].marks, ["x"]);
    let row = f.rows().update_each(|row| row.push(1));
    assert_eq!(
        refused(&baskets, by_id(1), row).await?,
        Rejection::ArrayFull { path: "rows", max: 2 }
    );
    Ok(())
}

#[mongo_testkit::test]
async fn an_array_that_is_absent_has_no_elements_to_change(db: TestDb) -> Done {
    let baskets = one(&db).await?;
    let f = Basket::fields();
    let update = || f.gifts().update_each(|line| line.n().set(1));
    assert_eq!(
        refused(&baskets, by_id(1), update()).await?,
        Rejection::ArrayAbsent { path: "gifts" }
    );
    let _ = changed(&baskets, f.gifts().set(vec![line("g", 4)])).await?;
    assert_eq!(changed(&baskets, update()).await?.gifts, Some(vec![line("g", 1)]));
    Ok(())
}

#[mongo_testkit::test]
async fn what_chooses_no_element_matches_and_changes_nothing(db: TestDb) -> Done {
    let baskets = one(&db).await?;
    let f = Basket::fields();
    let update = f.lines().update_where(|line| line.sku().eq("z"), |line| line.n().inc(1));
    let result = baskets.update_one(by_id(1), update).await?;
    assert_eq!((result.matched(), result.modified()), (1, 0));
    Ok(())
}

#[mongo_testkit::test]
async fn two_conditions_that_one_element_meets_are_refused_by_the_server(db: TestDb) -> Done {
    let baskets = one(&db).await?;
    let f = Basket::fields();
    let of = |sku: &'static str, n: u8| {
        f.lines().update_where(move |it| it.sku().eq(sku).and(it.n().gt(n)), |it| it.n().set(9))
    };
    let error = baskets.update_one(by_id(1), of("a", 0).and(of("a", 1))).await.unwrap_err();
    assert_eq!(error.outcome(), Some(Outcome::NoWritePerformed));
    assert_eq!(counts(&changed(&baskets, of("a", 1).and(of("b", 1))).await?), [1, 9, 9]);
    Ok(())
}

#[mongo_testkit::test]
async fn what_needs_a_matched_element_is_not_sent_without_one(db: TestDb) -> Done {
    let baskets = one(&db).await?;
    let f = Basket::fields();
    let matched = || f.lines().update_matched(|line| line.n().set(1));
    let error = baskets.update_one(by_id(1), matched()).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
    let two = by_id(1).and(f.lines().each().sku().eq("b")).and(f.scores().each().eq(1));
    let error = baskets.update_one(two, matched()).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
    Ok(())
}

#[mongo_testkit::test]
async fn bits_stay_in_the_range_of_the_type(db: TestDb) -> Done {
    let baskets = one(&db).await?;
    let f = Basket::fields();
    assert_eq!(changed(&baskets, f.flags().bit_or(0b1000_0010)).await?.flags, 0b1000_0111);
    assert_eq!(changed(&baskets, f.flags().bit_and(0b1000_0110)).await?.flags, 0b1000_0110);
    assert_eq!(changed(&baskets, f.flags().bit_xor(0xFF)).await?.flags, 0b0111_1001);
    Ok(())
}

#[mongo_testkit::test]
async fn an_expectation_that_fails_is_not_an_absent_document(db: TestDb) -> Done {
    let baskets = one(&db).await?;
    let f = Basket::fields();
    let pay = || f.state().expect(State::Open).and(f.state().set(State::Paid));
    assert_eq!(changed(&baskets, pay()).await?.state, State::Paid);
    assert_eq!(refused(&baskets, by_id(1), pay()).await?, Rejection::Unexpected { path: "state" });
    let gone = baskets.update_one(by_id(2), pay()).await?;
    assert_eq!((gone.matched(), gone.modified()), (0, 0));
    Ok(())
}
