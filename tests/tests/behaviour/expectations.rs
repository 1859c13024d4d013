//! What a recipe expects is a condition of its command: a document in another state stays as it is, and is told apart.

use mongo_runtime::{
    catalog,
    db::{Collection, Store},
    error::{Error, Kind, Outcome},
    prelude::*,
    update::{IntoUpdate, Rejection},
};
use mongo_testkit::TestDb;

use crate::support::{assert_failed, config};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "copies")]
struct Copy {
    #[mongo(id)]
    id: i32,
    shelf: Shelf,
    #[mongo(rename = "n")]
    stock: i64,
    #[mongo(max_len = 16)]
    holder: Option<String>,
    until: Option<i64>,
    loan: Loan,
    #[mongo(max_items = 8)]
    lots: Vec<Lot>,
    address: Option<Address>,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
enum Shelf {
    Open,
    Closed,
    Lost,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "is")]
enum Loan {
    In,
    Out { since: i64 },
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Lot {
    #[mongo(max_len = 8)]
    name: String,
    left: i64,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Address {
    #[mongo(max_len = 16)]
    city: String,
    floor: i32,
}

catalog! {
    /// The catalog of the expectations.
    Library: documents(Copy), operations(Take, Claim, Return, FromLot, Move, Between)
}

/// A bound that the quantity itself is.
#[derive(Update, Debug, Clone)]
#[mongo(document = Copy, operation = "copy.take")]
#[mongo(expect_in(shelf = [Shelf::Open, Shelf::Closed]))]
struct Take {
    #[mongo(expect_gte, path = stock)]
    at_least: i64,
    #[mongo(dec, path = stock)]
    quantity: i64,
}

#[derive(Update, Debug, Clone)]
#[mongo(document = Copy, operation = "copy.claim")]
#[mongo(expect_absent(holder), expect_is(loan.in))]
struct Claim {
    #[mongo(set)]
    holder: String,
    #[mongo(set)]
    loan: Loan,
    #[mongo(expect_lt, path = until, optional)]
    due_before: Option<i64>,
}

#[derive(Update, Debug, Clone)]
#[mongo(document = Copy, operation = "copy.return")]
#[mongo(expect_present(holder), expect_is(loan.out), unset(holder), set(loan = Loan::In))]
struct Return {
    #[mongo(expect_in, path = shelf)]
    shelves: Vec<Shelf>,
}

/// The first lot of the name that has as many.
#[derive(Update, Debug, Clone)]
#[mongo(document = Copy, operation = "copy.from-lot")]
struct FromLot<'a> {
    #[mongo(expect, path = lots[matched].name)]
    name: &'a str,
    #[mongo(expect_gte, path = lots[matched].left)]
    at_least: i64,
    #[mongo(dec, path = lots[matched].left)]
    quantity: i64,
}

/// A part of an optional document, which is there where something is expected of it.
#[derive(Update, Debug, Clone)]
#[mongo(document = Copy, operation = "copy.move")]
#[mongo(expect_lt(address.floor = 9), inc(address.floor = 1))]
struct Move;

#[derive(Update, Debug, Clone)]
#[mongo(document = Copy, operation = "copy.between")]
#[mongo(expect_gt(stock = 2), expect_lte(stock = 4), set(stock = 0))]
struct Between;

type Done = Result<(), Error>;

async fn one(db: &TestDb, copy: &Copy) -> Collection<Copy> {
    let store: Store<Library> = Store::connect(config(db)).await.expect("the server runs");
    let copies = store.collection();
    copies.insert_one(copy).await.expect("it is inserted");
    copies
}

fn copy() -> Copy {
    let lot = |name: &str, left| Lot { name: name.to_owned(), left };
    Copy {
        id: 1,
        shelf: Shelf::Open,
        stock: 3,
        holder: None,
        until: None,
        loan: Loan::In,
        lots: vec![lot("a", 1), lot("a", 5), lot("b", 9)],
        address: None,
    }
}

/// The recipe is refused for what it expects of the path, and changes nothing.
async fn refuses(copies: &Collection<Copy>, recipe: impl IntoUpdate<Copy>, path: &'static str) {
    let before = copies.find_one(by_id(1)).await.expect("it can be read");
    let error = copies.update_one(by_id(1), recipe).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
    assert_eq!(error.rejection(), Some(&Rejection::Unexpected { path }));
    assert_eq!(copies.find_one(by_id(1)).await.expect("it can be read"), before);
}

async fn changes(copies: &Collection<Copy>, recipe: impl IntoUpdate<Copy>) -> Copy {
    assert_eq!(copies.update_one(by_id(1), recipe).await.expect("it is done").modified(), 1);
    copies.find_one(by_id(1)).await.expect("it can be read").expect("it is there")
}

#[mongo_testkit::test]
async fn a_bound_and_one_of_several_states_are_expected(db: TestDb) -> Done {
    let copies = one(&db, &copy()).await;
    let take = |quantity| Take { at_least: quantity, quantity };
    assert_eq!(changes(&copies, take(2)).await.stock, 1);
    refuses(&copies, take(2), "n").await;
    assert_eq!(changes(&copies, take(1)).await.stock, 0);
    assert_eq!(copies.update_one(by_id(2), take(1)).await?.matched(), 0);

    let lost = Copy { shelf: Shelf::Lost, ..copy() };
    let _ = copies.delete_one(by_id(1)).await?;
    copies.insert_one(&lost).await?;
    refuses(&copies, take(1), "shelf").await;
    Ok(())
}

#[mongo_testkit::test]
async fn two_bounds_of_one_number_are_both_met(db: TestDb) -> Done {
    for (stock, is_between) in [(2, false), (3, true), (4, true), (5, false)] {
        let copies = one(&db, &Copy { stock, ..copy() }).await;
        if is_between {
            assert_eq!(changes(&copies, Between).await.stock, 0);
        } else {
            refuses(&copies, &Between, "n").await;
        }
        let _ = copies.delete_one(by_id(1)).await?;
    }
    Ok(())
}

#[mongo_testkit::test]
async fn absence_presence_and_the_variant_are_expected(db: TestDb) -> Done {
    let copies = one(&db, &copy()).await;
    let claim =
        |due_before| Claim { holder: "ann".to_owned(), loan: Loan::Out { since: 5 }, due_before };
    let back = |shelves: &[Shelf]| Return { shelves: shelves.to_vec() };
    refuses(&copies, back(&[Shelf::Open]), "holder").await;
    refuses(&copies, claim(Some(7)), "until").await;
    assert_eq!(changes(&copies, claim(None)).await.loan, Loan::Out { since: 5 });
    refuses(&copies, claim(None), "holder").await;
    refuses(&copies, back(&[Shelf::Closed, Shelf::Lost]), "shelf").await;
    refuses(&copies, back(&[]), "shelf").await;
    assert_eq!(changes(&copies, back(&[Shelf::Lost, Shelf::Open])).await, copy());
    Ok(())
}

#[mongo_testkit::test]
async fn one_element_meets_all_that_is_expected_of_it(db: TestDb) -> Done {
    let copies = one(&db, &copy()).await;
    let from = |name, quantity| FromLot { name, at_least: quantity, quantity };
    let left = |copy: Copy| copy.lots.iter().map(|lot| lot.left).collect::<Vec<_>>();
    assert_eq!(left(changes(&copies, from("a", 4)).await), [1, 1, 9]);
    refuses(&copies, from("a", 4), "lots").await;
    assert_eq!(left(changes(&copies, from("b", 9)).await), [1, 1, 0]);
    Ok(())
}

#[mongo_testkit::test]
async fn what_is_expected_of_a_part_is_expected_of_the_document_around_it(db: TestDb) -> Done {
    let copies = one(&db, &copy()).await;
    refuses(&copies, Move, "address.floor").await;
    let _ = copies.delete_one(by_id(1)).await?;
    let address = Address { city: "x".to_owned(), floor: 8 };
    copies.insert_one(&Copy { address: Some(address), ..copy() }).await?;
    assert_eq!(changes(&copies, Move).await.address.map(|it| it.floor), Some(9));
    refuses(&copies, Move, "address.floor").await;
    Ok(())
}

#[mongo_testkit::test]
async fn eight_racing_takers_take_no_more_than_there_is(db: TestDb) -> Done {
    let copies = one(&db, &Copy { stock: 100, ..copy() }).await;
    let take = Take { at_least: 3, quantity: 3 };
    let tasks = (0..8).map(|_| {
        let (copies, take) = (copies.clone(), take.clone());
        tokio::spawn(async move {
            let mut n_taken = 0;
            loop {
                match copies.update_one(by_id(1), &take).await {
                    Ok(result) => n_taken += result.matched(),
                    Err(error) if error.rejection().is_some() => break n_taken,
                    Err(error) => panic!("{error}"),
                }
            }
        })
    });
    let mut n_taken = 0;
    for task in tasks.collect::<Vec<_>>() {
        n_taken += task.await.expect("no task panics");
    }
    assert_eq!(n_taken, 33);
    let left = copies.find_one(by_id(1)).await?.expect("it is there");
    assert_eq!(left.stock, 1);
    Ok(())
}
