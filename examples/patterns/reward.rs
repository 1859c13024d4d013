//! A reward for customers who bought on three days and for 100 euros in all. Facts are collected by operators, whoever writes at the
//! same time, and the step from "not granted" to "granted" is made once, since the recipe expects the state before it.

use mongo_runtime::{
    db::{Collection, Store, UpsertedAfter},
    prelude::*,
    update::Rejection,
};

use crate::{Patterns, Result};

#[derive(Document)]
#[mongo(collection = "rewards")]
#[mongo(index(name = "uq_customer", keys(customer), unique))]
pub(crate) struct Reward {
    #[mongo(id)]
    id: ObjectId,
    customer: i32,
    /// The days of a purchase, each once.
    #[mongo(max_items = 366)]
    days: Vec<DateTime>,
    spent_cents: i64,
    granted: bool,
}

/// One purchase. The day counts once, the money each time.
#[derive(Update)]
#[mongo(document = Reward, operation = "reward.count-purchase", upsert = "uq_customer")]
#[mongo(set_on_insert(granted = false))]
struct CountPurchase {
    #[mongo(key)]
    customer: i32,
    #[mongo(add_to_set, path = days)]
    day: DateTime,
    #[mongo(inc)]
    spent_cents: i64,
}

#[derive(Update)]
#[mongo(document = Reward, operation = "reward.grant")]
#[mongo(expect(granted = false), set(granted = true))]
struct Grant {}

async fn buy(rewards: &Collection<Reward>, day: i64, cents: i64) -> Result<bool> {
    let day = DateTime::from_millis(day * 86_400_000);
    let purchase = CountPurchase { customer: 1, day, spent_cents: cents };
    let reward = match rewards.find_one_and_upsert(purchase).after().await? {
        UpsertedAfter::Inserted(reward) | UpsertedAfter::Updated(reward) => reward,
    };
    if reward.granted || reward.days.len() < 3 || reward.spent_cents < 10_000 {
        return Ok(false);
    }
    match rewards.update_one(by_id(reward.id), Grant {}).await {
        Ok(done) => Ok(done.matched() == 1),
        // Another purchase was first with it.
        Err(error) if matches!(error.rejection(), Some(Rejection::Unexpected { .. })) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

pub(crate) async fn tell(store: &Store<Patterns>) -> Result<()> {
    let rewards = store.collection::<Reward>();
    let mut granted_at = Vec::new();
    for (n, (day, cents)) in
        [(1, 4_000), (1, 4_000), (2, 1_000), (3, 500), (3, 800), (4, 9_000)].into_iter().enumerate()
    {
        if buy(&rewards, day, cents).await? {
            granted_at.push(n + 1);
        }
    }
    println!("reward: granted at purchase {granted_at:?}");
    Ok(())
}
