//! Single operations: medians of many, in turns, of the time of one and of the client's CPU time of a turn.

use std::time::Instant;

use bson::oid::ObjectId;
use futures_util::TryStreamExt;
use mongo_benches::{
    compare::median,
    shapes::{Sample, Small},
};
use mongo_runtime::prelude::*;
use mongo_testkit::{
    TestDb,
    mongodb::{self, bson::doc},
};

use super::{
    Failure, process_cpu,
    side::{Both, Driver, Mapper},
};

/// An update as a struct.
#[derive(Update)]
#[mongo(document = Small, operation = "small.visit")]
struct Visit {
    #[mongo(set)]
    age: i32,
    #[mongo(inc)]
    visits: i64,
}

/// The documents from an `_id` on.
#[derive(Filter)]
#[mongo(document = Small, operation = "small.from", sort(id), max_results = 100)]
struct From {
    #[mongo(gte, path = id)]
    id: ObjectId,
}

/// How many documents a find gives.
const N_FOUND: u32 = 20;

/// How many of each kind each side does, in turns of [`TURN`].
const N_OPERATIONS: usize = 3000;

const TURN: usize = 100;

/// How many documents there are to choose from.
const N_DOCUMENTS: usize = 1000;

pub(crate) async fn compare(db: &TestDb) -> Result<(), Failure> {
    let Both { driver, mapper } = Both::<Small>::connect(db).await?;
    let bare = Driver(db.database().collection(Small::DECLARATION.collection));
    driver.clear().await?;
    let documents: Vec<Small> = (0..N_DOCUMENTS).map(Small::sample).collect();
    mapper.insert(&documents).await?;
    for what in [What::Find, What::Query, What::Page, What::Update, What::Recipe] {
        let mut micros = [const { Vec::new() }; 3];
        let mut cpu = [const { Vec::new() }; 3];
        for turn in 0..N_OPERATIONS / TURN {
            for side in 0..3 {
                let started = process_cpu();
                for n in 0..TURN {
                    let id = documents[(turn * TURN + n) % N_DOCUMENTS].id;
                    micros[side].push(match side {
                        0 => timed(theirs(&driver.0, what, id, n)).await?,
                        1 => timed(ours(&mapper, what, id, n)).await?,
                        _ => timed(theirs(&bare.0, what, id, n)).await?,
                    });
                }
                cpu[side].push((process_cpu() - started).as_secs_f64() * 1e6 / TURN as f64);
            }
        }
        let [theirs, ours, bare] = micros.map(median);
        let [their_cpu, our_cpu, _] = cpu.map(median);
        println!(
            "{:<30} median {theirs:>6.0} µs {ours:>6.0} µs {:>5.2} x   client CPU {their_cpu:>4.0} µs {our_cpu:>4.0} µs {:>5.2} x   \
             (driver with its bare defaults {bare:.0} µs)",
            what.name(),
            theirs / ours,
            their_cpu / our_cpu,
        );
    }
    mapper.close().await;
    Ok(())
}

#[derive(Clone, Copy)]
enum What {
    Find,
    Query,
    Page,
    Update,
    Recipe,
}

impl What {
    fn name(self) -> &'static str {
        match self {
            Self::Find => "find_one by _id",
            Self::Query => "find 20 by a registered query",
            Self::Page => "find a first page of 20",
            Self::Update => "update_one by _id",
            Self::Recipe => "update_one by a recipe",
        }
    }
}

async fn timed(work: impl Future<Output = Result<(), Failure>>) -> Result<f64, Failure> {
    let started = Instant::now();
    work.await?;
    Ok(started.elapsed().as_secs_f64() * 1e6)
}

async fn theirs(
    collection: &mongodb::Collection<Small>,
    what: What,
    id: ObjectId,
    n: usize,
) -> Result<(), Failure> {
    match what {
        What::Find => drop(collection.find_one(doc! { "_id": id }).await?),
        What::Query | What::Page => {
            let from = doc! { "_id": { "$gte": id } };
            // To know whether there is a next page takes one document more.
            let n_asked = i64::from(N_FOUND) + i64::from(matches!(what, What::Page));
            let found = collection.find(from).sort(doc! { "_id": 1 }).limit(n_asked);
            drop(found.await?.try_collect::<Vec<_>>().await?);
        }
        What::Update => {
            let age = i32::try_from(n)?;
            collection.update_one(doc! { "_id": id }, doc! { "$set": { "age": age } }).await?;
        }
        What::Recipe => {
            let age = i32::try_from(n)?;
            let visit = doc! { "$set": { "age": age }, "$inc": { "visits": 1_i64 } };
            collection.update_one(doc! { "_id": id }, visit).await?;
        }
    }
    Ok(())
}

async fn ours(mapper: &Mapper<Small>, what: What, id: ObjectId, n: usize) -> Result<(), Failure> {
    match what {
        What::Find => drop(mapper.collection.find_one(by_id(id)).await?),
        What::Query => {
            let found = mapper.collection.find(From { id }).limit(N_FOUND);
            drop(found.await?.collect().await?);
        }
        What::Page => drop(mapper.collection.find(From { id }).limit(N_FOUND).page(None).await?),
        What::Update => {
            let age = Small::fields().age().set(i32::try_from(n)?);
            let _ = mapper.collection.update_one(by_id(id), age).await?;
        }
        What::Recipe => {
            let visit = Visit { age: i32::try_from(n)?, visits: 1 };
            let _ = mapper.collection.update_one(by_id(id), visit).await?;
        }
    }
    Ok(())
}
