//! Transitions that one of many racers makes.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use mongo_runtime::{catalog, db::Store, prelude::*, update::Rejection};
use mongo_testkit::TestDb;

use super::{Done, N_EACH, N_TASKS, race};
use crate::support::config;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "tickets")]
struct Ticket {
    #[mongo(id)]
    id: i64,
    state: State,
    token: Option<i64>,
    owner: Option<i64>,
    n_claims: i64,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
enum State {
    Open,
    Claimed,
}

catalog! {
    /// The catalog of the tickets.
    Tickets: documents(Ticket)
}

#[derive(Update)]
#[mongo(document = Ticket, operation = "ticket.claim")]
#[mongo(expect(state = State::Open), set(state = State::Claimed), unset(token), inc(n_claims = 1))]
struct Claim {
    #[mongo(set)]
    owner: i64,
}

/// Every task tries every ticket, at the same time as the others.
#[mongo_testkit::test(worker_threads = 2)]
async fn of_eight_tasks_that_expect_the_same_state_one_makes_the_transition(db: TestDb) -> Done {
    let tickets = Store::<Tickets>::connect(config(&db)).await?.collection::<Ticket>();
    let open = |id| Ticket { id, state: State::Open, token: Some(id), owner: None, n_claims: 0 };
    tickets.insert_many(&(0..N_EACH).map(open).collect::<Vec<_>>()).await?;
    let wins: Arc<[AtomicI64; N_TASKS as usize]> = Arc::default();
    let (all, won) = (tickets.clone(), wins.clone());
    race(move |value| {
        let (tickets, won) = (all.clone(), won.clone());
        async move {
            let (id, task) = (value / N_TASKS, value % N_TASKS);
            match tickets.update_one(by_id(id), Claim { owner: task }).await {
                Ok(done) => {
                    assert_eq!(done.modified(), 1);
                    won[task as usize].fetch_add(1, Ordering::Relaxed);
                }
                Err(error) => {
                    let unexpected = Rejection::Unexpected { path: "state" };
                    assert_eq!(error.rejection(), Some(&unexpected), "{error}");
                }
            }
            Ok(())
        }
    })
    .await?;
    let end = tickets.find(AllDocuments).limit(2_000).await?.collect().await?;
    assert_eq!(end.len() as i64, N_EACH);
    for ticket in &end {
        let state = (ticket.state, ticket.token, ticket.n_claims);
        assert_eq!(state, (State::Claimed, None, 1), "set, unset and inc with expect");
    }
    for (task, won) in (0..).zip(wins.iter()) {
        let n_owned = end.iter().filter(|ticket| ticket.owner == Some(task)).count();
        assert_eq!(won.load(Ordering::Relaxed), n_owned as i64, "who was told so is the owner");
    }
    Ok(())
}
