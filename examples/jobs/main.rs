//! A queue of jobs in a collection: workers claim them, and no job is given to two.
//!
//! Claiming is one command, `find_one_and_update`: the server finds the next job and marks it as taken in one atomic step. A
//! worker that dies keeps its job until the lease ends; then another one claims it.
//!
//! Run it with `cargo run -p mongo-examples --bin jobs`.

#![allow(clippy::print_stdout, reason = "a program that tells what it does")]

use std::{collections::BTreeMap, error::Error, time::Duration};

use mongo_runtime::{
    db::{Admin, AdminConfig, Collection, Environment, Store, StoreConfig},
    operation,
    prelude::*,
};
use mongo_testkit::{Server, TestDb};

type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

#[derive(Document, Debug)]
#[mongo(collection = "jobs")]
#[mongo(index(name = "ix_free_at", keys(status, free_at)))]
struct Job {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 80)]
    task: String,
    status: Status,
    /// When it may be claimed: when it is due, or when the lease of the one who has it ends.
    free_at: DateTime,
    #[mongo(max_len = 40)]
    worker: Option<String>,
    n_attempts: i32,
    #[mongo(revision)]
    revision: Revision,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq, Eq)]
#[mongo(rename_all = "snake_case")]
enum Status {
    Open,
    Done,
}

catalog! { Queue: documents(Job) }

const LEASE: Duration = Duration::from_secs(30);

/// Takes the job that is due the longest.
async fn claim(jobs: &Collection<Job>, worker: &str) -> Result<Option<Job>> {
    let job = Job::fields();
    let is_free = job.status().eq(Status::Open).and(job.free_at().lte(DateTime::now()));
    let take = job
        .worker()
        .set(worker)
        .and(job.free_at().set(DateTime::from_millis(
            DateTime::now().timestamp_millis() + LEASE.as_millis() as i64,
        )))
        .and(job.n_attempts().inc(1));
    let claimed = jobs
        .find_one_and_update(is_free, take)
        .sort(job.free_at().asc())
        .after()
        .named(operation!("job.claim"))
        .await?;
    Ok(claimed.map(|claimed| claimed.into_inner()))
}

/// Ends a job, unless its lease has ended and somebody else has it now. Says whether it was still ours.
async fn finish(jobs: &Collection<Job>, claimed: &Job) -> Result<bool> {
    let is_ours = by_id(claimed.id).and(Job::fields().revision().eq(claimed.revision));
    let done = Job::fields().status().set(Status::Done).and(Job::fields().worker().unset());
    let updated = jobs.update_one(is_ours, done).named(operation!("job.finish")).await?;
    Ok(updated.matched() == 1)
}

async fn work(jobs: Collection<Job>, worker: String) -> Result<usize> {
    let mut n_done = 0;
    while let Some(job) = claim(&jobs, &worker).await? {
        println!("{worker} has claimed {}", job.task);
        tokio::task::yield_now().await;
        n_done += usize::from(finish(&jobs, &job).await?);
    }
    Ok(n_done)
}

#[tokio::main]
async fn main() -> Result<()> {
    let server = Server::shared().await?;
    let db = server.database("jobs").await?;
    let told = tell(&db).await;
    db.close().await?;
    told
}

async fn tell(db: &TestDb) -> Result<()> {
    let config = AdminConfig::new(db.uri(), db.name()).environment(Environment::Local);
    let admin = Admin::connect(config).await?;
    let report = admin.provision::<Queue>().await?;
    admin.close().await;
    if !report.is_as_declared() {
        return Err("the collection is not as declared".into());
    }
    let store = Store::<Queue>::connect(StoreConfig::new(db.uri(), db.name())).await?;
    let jobs = store.collection::<Job>();

    let waiting: Vec<Job> = (1..=12).map(|n| open_job(&format!("task {n}"))).collect();
    jobs.insert_many(&waiting).await?;
    let workers: Vec<_> = ["anna", "bert", "cleo"]
        .map(|worker| (worker, tokio::spawn(work(jobs.clone(), worker.to_owned()))))
        .into();
    let mut done = BTreeMap::new();
    for (worker, task) in workers {
        done.insert(worker, task.await??);
    }
    println!("done: {} of 12, no job twice", done.values().sum::<usize>());

    let slow = open_job("the slow one");
    jobs.insert_one(&slow).await?;
    let Some(first) = claim(&jobs, "anna").await? else { return Err("no job".into()) };
    let lease_ends = Job::fields().free_at().set(DateTime::from_millis(0));
    let ended = jobs.update_one(by_id(first.id), lease_ends).await?;
    println!("the lease of anna ends before she does: {}", ended.matched() == 1);
    let Some(second) = claim(&jobs, "bert").await? else { return Err("no job".into()) };
    println!("bert has claimed {} in attempt {}", second.task, second.n_attempts);
    println!("anna finishes it: {}", finish(&jobs, &first).await?);
    println!("bert finishes it: {}", finish(&jobs, &second).await?);
    store.close().await;
    Ok(())
}

fn open_job(task: &str) -> Job {
    Job {
        id: ObjectId::new(),
        task: task.to_owned(),
        status: Status::Open,
        free_at: DateTime::now(),
        worker: None,
        n_attempts: 0,
        revision: Revision::FIRST,
    }
}
