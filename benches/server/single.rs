//! Single operations: medians of many, in turns.

use std::time::Instant;

use bson::oid::ObjectId;
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
    Failure,
    side::{Both, Driver, Mapper},
};

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
    for what in [What::Find, What::Update] {
        let mut micros = [const { Vec::new() }; 3];
        for turn in 0..N_OPERATIONS / TURN {
            for n in 0..TURN {
                let id = documents[(turn * TURN + n) % N_DOCUMENTS].id;
                micros[0].push(timed(theirs(&driver.0, what, id, n)).await?);
            }
            for n in 0..TURN {
                let id = documents[(turn * TURN + n) % N_DOCUMENTS].id;
                micros[1].push(timed(ours(&mapper, what, id, n)).await?);
            }
            for n in 0..TURN {
                let id = documents[(turn * TURN + n) % N_DOCUMENTS].id;
                micros[2].push(timed(theirs(&bare.0, what, id, n)).await?);
            }
        }
        let [theirs, ours, bare] = micros.map(median);
        println!(
            "{:<28} median {theirs:>6.0} µs {ours:>6.0} µs {:>5.2} x   (driver with its bare defaults {bare:.0} µs)",
            what.name(),
            theirs / ours
        );
    }
    mapper.close().await;
    Ok(())
}

#[derive(Clone, Copy)]
enum What {
    Find,
    Update,
}

impl What {
    fn name(self) -> &'static str {
        match self {
            Self::Find => "find_one by _id",
            Self::Update => "update_one by _id",
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
        What::Update => {
            let age = i32::try_from(n)?;
            collection.update_one(doc! { "_id": id }, doc! { "$set": { "age": age } }).await?;
        }
    }
    Ok(())
}

async fn ours(mapper: &Mapper<Small>, what: What, id: ObjectId, n: usize) -> Result<(), Failure> {
    match what {
        What::Find => drop(mapper.collection.find_one(by_id(id)).await?),
        What::Update => {
            let age = Small::fields().age().set(i32::try_from(n)?);
            let _ = mapper.collection.update_one(by_id(id), age).await?;
        }
    }
    Ok(())
}
