//! End to end on a real server: `Store` with everything on, against the driver's `Collection<T>` with serde.
//!
//! Prints wall time and the CPU time of this process; the server is another one. Takes the server that the tests take.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

mod side;

mod single;

use std::{
    error::Error,
    time::{Duration, Instant},
};

use mongo_benches::{
    compare::{is_measured, median},
    shapes::{Order, Sample, Small},
};
use mongo_runtime::catalog::Lists;
use mongo_testkit::{Server, TestDb};
use rustix::time::{ClockId, clock_gettime};
use tokio::runtime::Runtime;

use self::side::{Both, Shop};

/// Documents that are found.
const N_FOUND: usize = 100_000;

/// Documents of one `insert_many`.
const N_INSERTED: usize = 10_000;

/// How often each side does it.
const N_ROUNDS: usize = 7;

type Failure = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    if !is_measured() {
        return Ok(());
    }
    // Spawned, as a service's work is: the main thread of `block_on` costs more.
    let runtime = Runtime::new()?;
    runtime.block_on(async { tokio::spawn(run()).await? })
}

async fn run() -> Result<(), Failure> {
    let server = Server::shared().await?;
    println!("mongod {}", server.version());
    let db = server.database("benches").await?;
    many::<Small>(&db).await?;
    many::<Order>(&db).await?;
    single::compare(&db).await?;
    db.close().await?;
    Ok(())
}

/// Finds and inserts many documents.
async fn many<T: Sample>(db: &TestDb) -> Result<(), Failure>
where
    Shop: Lists<T>,
{
    let Both { driver, mapper } = Both::<T>::connect(db).await?;
    let documents: Vec<T> = (0..N_FOUND).map(T::sample).collect();
    mapper.insert(&documents).await?;
    let mut rounds = Vec::new();
    for _ in 0..N_ROUNDS {
        let theirs = Cost::of(driver.find_all(N_FOUND)).await?;
        rounds.push((theirs, Cost::of(mapper.find_all(N_FOUND)).await?));
    }
    print(&format!("find of {N_FOUND} {}", T::NAME), &rounds);

    let part = &documents[..N_INSERTED];
    let mut rounds = Vec::new();
    for _ in 0..N_ROUNDS {
        driver.clear().await?;
        let theirs = Cost::of(driver.insert(part)).await?;
        driver.clear().await?;
        rounds.push((theirs, Cost::of(mapper.insert(part)).await?));
    }
    print(&format!("insert_many of {N_INSERTED} {}", T::NAME), &rounds);
    mapper.close().await;
    Ok(())
}

/// What something took.
struct Cost {
    wall: Duration,
    /// The CPU time of this process, all threads together.
    cpu: Duration,
}

impl Cost {
    async fn of(work: impl Future<Output = Result<(), Failure>>) -> Result<Self, Failure> {
        let (started, cpu) = (Instant::now(), process_cpu());
        work.await?;
        Ok(Self { wall: started.elapsed(), cpu: process_cpu() - cpu })
    }
}

pub(crate) fn process_cpu() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
}

/// Medians of all rounds. The ratios are the driver's cost divided by ours: higher is better for us.
fn print(what: &str, rounds: &[(Cost, Cost)]) {
    let of = |value: fn(&(Cost, Cost)) -> f64| median(rounds.iter().map(value).collect());
    println!(
        "{what:<28} wall {:>6.0} ms {:>6.0} ms {:>5.2} x   client CPU {:>6.0} ms {:>6.0} ms {:>5.2} x",
        of(|(theirs, _)| theirs.wall.as_secs_f64() * 1e3),
        of(|(_, ours)| ours.wall.as_secs_f64() * 1e3),
        of(|(theirs, ours)| theirs.wall.as_secs_f64() / ours.wall.as_secs_f64()),
        of(|(theirs, _)| theirs.cpu.as_secs_f64() * 1e3),
        of(|(_, ours)| ours.cpu.as_secs_f64() * 1e3),
        of(|(theirs, ours)| theirs.cpu.as_secs_f64() / ours.cpu.as_secs_f64()),
    );
}
