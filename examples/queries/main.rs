//! Queries: filters as structs, with a name, an order and limits. An index serves each, or the program does not compile.
//!
//! The desk of a help line looks for tickets: those of a person, those that are open, page by page, and those with a bill of a kind.
//!
//! Run it with `cargo run -p mongo-examples --bin queries`.

#![allow(clippy::print_stdout, reason = "a program that tells what it does")]

use std::error::Error;

use mongo_runtime::{
    db::{Admin, AdminConfig, Collection, Environment, Store, StoreConfig},
    filter::IntoFilter,
    prelude::*,
};
use mongo_testkit::{Server, TestDb};

type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

#[derive(Document, Debug)]
#[mongo(collection = "tickets")]
#[mongo(index(name = "ix_person", keys(person, opened_at = desc, id = desc)))]
#[mongo(index(name = "ix_open", keys(urgency = desc, opened_at, id), partial(state = "open")))]
#[mongo(index(name = "ix_bill", keys(bills[].kind, bills[].cents)))]
struct Ticket {
    #[mongo(id)]
    id: i64,
    state: State,
    #[mongo(max_len = 40)]
    person: String,
    urgency: i32,
    opened_at: DateTime,
    #[mongo(max_items = 20)]
    bills: Vec<Bill>,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq, Eq)]
#[mongo(rename_all = "snake_case")]
enum State {
    Open,
    Solved,
}

#[derive(Embedded, Debug)]
struct Bill {
    #[mongo(max_len = 20)]
    kind: String,
    cents: i64,
}

catalog! { Desk: documents(Ticket), operations(OfPerson, OpenTickets, WithBill, InState) }

/// The tickets of a person, newest first; all of them, or those since a day.
#[derive(Filter, Debug, Clone, Copy)]
#[mongo(document = Ticket, operation = "ticket.find-of-person", sort(opened_at = desc, id = desc), max_results = 50)]
struct OfPerson<'a> {
    #[mongo(eq)]
    person: &'a str,
    #[mongo(gte, path = opened_at, optional)]
    since: Option<DateTime>,
}

/// What is to do next. The literal is what the partial index asks for; the order ends with the id, so there are pages.
#[derive(Filter, Debug, Clone, Copy)]
#[mongo(document = Ticket, operation = "ticket.find-open", constant(state = "open"))]
#[mongo(sort(urgency = desc, opened_at, id), max_results = 20, deadline = "2 s")]
struct OpenTickets;

/// Tickets with one bill that is of this kind and so high.
#[derive(Filter, Debug, Clone, Copy)]
#[mongo(document = Ticket, operation = "ticket.find-with-bill")]
struct WithBill<'a> {
    #[mongo(eq, path = bills[bill].kind)]
    kind: &'a str,
    #[mongo(gte, path = bills[bill].cents)]
    at_least: i64,
}

/// Tickets in any of these states. No index serves it, and the manifest lists why that is meant.
#[derive(Filter, Debug, Clone, Copy)]
#[mongo(document = Ticket, operation = "ticket.count-in-state")]
#[mongo(collection_scan = "a report that runs once a month, at night")]
struct InState<'a> {
    #[mongo(is_in, path = state, max_items = 2)]
    states: &'a [State],
}

#[tokio::main]
async fn main() -> Result<()> {
    let server = Server::shared().await?;
    let db = server.database("queries").await?;
    let told = tell(&db).await;
    db.close().await?;
    told
}

async fn tell(db: &TestDb) -> Result<()> {
    let admin = AdminConfig::new(db.uri(), db.name()).environment(Environment::Test);
    let admin = Admin::connect(admin).await?;
    let report = admin.provision::<Desk>().await?;
    admin.close().await;
    if !report.is_as_declared() {
        return Err(format!("{report}\nonly a server of this machine is provisioned").into());
    }

    // Page tokens are signed; a real key is random and kept in the secrets of the deployment.
    let config = StoreConfig::new(db.uri(), db.name()).page_key([7; 32]);
    let store = Store::<Desk>::connect(config).await?;
    let tickets = store.collection::<Ticket>();
    tickets.insert_many(&(0..9).map(ticket).collect::<Vec<_>>()).await?;

    let all = OfPerson { person: "ada", since: None };
    println!("of ada: {:?}", of_person(&tickets, all).await?);
    let newest = OfPerson { since: Some(day(6)), ..all };
    println!("since day 6: {:?}", of_person(&tickets, newest).await?);
    println!("as the server is told: {}", newest.into_filter().render()?);

    let mut token = None;
    loop {
        let page = tickets.find(OpenTickets).limit(2).page(token.as_ref()).await?;
        println!("open: {:?}", page.items.iter().map(|it| it.id).collect::<Vec<_>>());
        token = page.next;
        if token.is_none() {
            break;
        }
    }

    let dear = WithBill { kind: "travel", at_least: 500 };
    println!("travelled far: {}", tickets.count(dear).await?);

    // A query is the filter of any operation.
    let _ = tickets.update_many(dear, Ticket::fields().urgency().set(9)).await?;
    println!("urgent: {}", tickets.count(Ticket::fields().urgency().eq(9)).await?);
    println!(
        "in any state: {}",
        tickets.count(InState { states: &[State::Open, State::Solved] }).await?
    );

    let error = tickets.find(all).limit(51).await.err().ok_or("it is over the limit")?;
    println!("refused: {error}");
    store.close().await;
    Ok(())
}

async fn of_person(tickets: &Collection<Ticket>, query: OfPerson<'_>) -> Result<Vec<i64>> {
    let found = tickets.find(query).limit(50).await?.collect().await?;
    Ok(found.iter().map(|it| it.id).collect())
}

fn day(n: i64) -> DateTime {
    DateTime::from_millis(n * 86_400_000)
}

fn ticket(id: i64) -> Ticket {
    let bill = |kind: &str, cents| Bill { kind: kind.to_owned(), cents };
    Ticket {
        id,
        state: if id % 2 == 0 { State::Open } else { State::Solved },
        person: if id % 3 == 0 { "ada" } else { "bob" }.to_owned(),
        urgency: if id < 4 { 1 } else { 2 },
        opened_at: day(id),
        bills: vec![bill("travel", id * 100), bill("food", 900)],
    }
}
