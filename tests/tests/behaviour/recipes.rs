//! Recipes do on the server what they say, alone and in a race.

use std::collections::BTreeSet;

use mongo_runtime::{
    catalog,
    db::{Collection, Store},
    error::{Error, Kind, Outcome},
    prelude::*,
    update::Rejection,
};
use mongo_testkit::TestDb;

use crate::support::{assert_failed, config};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "accounts")]
struct Account {
    #[mongo(id)]
    id: i32,
    state: State,
    count: i64,
    left: i64,
    product: i64,
    low: i64,
    high: i64,
    flags: i32,
    narrow: u16,
    #[mongo(max_items = 64)]
    last: Vec<i64>,
    #[mongo(max_items = 500)]
    seen: BTreeSet<i64>,
    #[mongo(max_items = 8)]
    lines: Vec<Line>,
    touched: Option<DateTime>,
    #[mongo(max_len = 16)]
    note: Option<String>,
    #[mongo(revision)]
    revision: Revision,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
enum State {
    Open,
    Closed,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Line {
    #[mongo(max_len = 8)]
    sku: String,
    n: i64,
}

catalog! {
    /// The catalog of the accounts.
    Accounts: documents(Account)
}

type Done = Result<(), Error>;

fn account(id: i32) -> Account {
    let line = |sku: &str| Line { sku: sku.to_owned(), n: 0 };
    Account {
        id,
        state: State::Open,
        count: 0,
        left: 0,
        product: 1,
        low: i64::MAX,
        high: i64::MIN,
        flags: 0,
        narrow: 0,
        last: Vec::new(),
        seen: BTreeSet::new(),
        lines: vec![line("a"), line("b")],
        touched: None,
        note: Some("x".to_owned()),
        revision: Revision::FIRST,
    }
}

async fn one(db: &TestDb) -> Result<Collection<Account>, Error> {
    let store: Store<Accounts> = Store::connect(config(db)).await?;
    let accounts = store.collection::<Account>();
    accounts.insert_one(&account(1)).await?;
    Ok(accounts)
}

async fn stored(accounts: &Collection<Account>) -> Result<Account, Error> {
    Ok(accounts.find_one(by_id(1)).await?.expect("it is there"))
}

#[derive(Update, Debug, Clone)]
#[mongo(document = Account, operation = "account.close")]
#[mongo(expect(state = State::Open), unset(note), current_date(touched))]
struct Close {
    #[mongo(set)]
    state: State,
    #[mongo(push, path = last, sort = desc, slice = 2)]
    value: i64,
    #[mongo(inc, optional)]
    count: Option<i64>,
}

#[mongo_testkit::test]
async fn a_state_transition_happens_once(db: TestDb) -> Done {
    let accounts = one(&db).await?;
    let close = Close { state: State::Closed, value: 5, count: Some(2) };
    assert_eq!(accounts.update_one(by_id(1), &close).await?.modified(), 1);
    let it = stored(&accounts).await?;
    assert_eq!(
        (it.state, it.count, it.note.as_deref(), it.last.as_slice()),
        (State::Closed, 2, None, &[5][..])
    );
    assert!(it.touched.is_some());
    assert_eq!(it.revision.get(), 2);

    let error = accounts.update_one(by_id(1), &close).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
    assert_eq!(error.rejection(), Some(&Rejection::Unexpected { path: "state" }));
    assert_eq!(error.operation(), Some("account.close"));
    assert_eq!(stored(&accounts).await?, it);
    assert_eq!(accounts.update_one(by_id(2), close).await?.matched(), 0);
    Ok(())
}

#[derive(Update)]
#[mongo(document = Account, operation = "account.change-lines")]
#[mongo(inc(lines[].n = 1))]
struct EachLine;

#[derive(Update)]
#[mongo(document = Account, operation = "account.change-a-line")]
struct NamedLine {
    #[mongo(element, path = lines[line].sku)]
    sku: &'static str,
    #[mongo(inc, path = lines[line].n)]
    by: i64,
}

#[derive(Update)]
#[mongo(document = Account, operation = "account.change-the-line")]
struct MatchedLine {
    #[mongo(expect, path = lines[matched].sku)]
    sku: &'static str,
    #[mongo(expect, path = lines[matched].n)]
    was: i64,
    #[mongo(set, path = lines[matched].n)]
    n: i64,
}

#[mongo_testkit::test]
async fn elements_are_changed_by_each_form_of_a_path(db: TestDb) -> Done {
    let accounts = one(&db).await?;
    let lines = || async {
        stored(&accounts).await.map(|it| it.lines.iter().map(|line| line.n).collect::<Vec<_>>())
    };
    let _ = accounts.update_one(by_id(1), EachLine).await?;
    assert_eq!(lines().await?, [1, 1]);
    let _ = accounts.update_one(by_id(1), NamedLine { sku: "b", by: 4 }).await?;
    assert_eq!(lines().await?, [1, 5]);
    let matched = MatchedLine { sku: "b", was: 5, n: 9 };
    let _ = accounts.update_one(by_id(1), &matched).await?;
    assert_eq!(lines().await?, [1, 9]);
    let error = accounts.update_one(by_id(1), &matched).await.unwrap_err();
    assert_eq!(error.rejection(), Some(&Rejection::Unexpected { path: "lines" }));
    let beside = by_id(1).and(Account::fields().last().each().eq(5));
    let error = accounts.update_one(beside, &matched).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
    let found = accounts
        .find_one_and_update(by_id(1), NamedLine { sku: "a", by: 1 })
        .after()
        .await?
        .expect("it is there");
    assert_eq!(found.lines[0].n, 2);
    Ok(())
}
