//! Eight tasks send a thousand updates each of every operator to documents that they share, and no update is lost.
//!
//! Several operators travel in one command, over different fields: each has an end of its own that only all of its 8,000
//! updates together can make.

use mongo_runtime::error::Error;
use tokio::task::JoinSet;

mod numbers;

mod arrays;

mod states;

mod keys;

pub(crate) type Done = Result<(), Error>;

pub(crate) const N_TASKS: i64 = 8;
pub(crate) const N_EACH: i64 = 1_000;
pub(crate) const N_ALL: i64 = N_TASKS * N_EACH;

/// Calls the same with each number below `N_ALL`, from the tasks at once: task 0 has 0, 8, 16 and so on, so that neighbours meet.
pub(crate) async fn race<F>(update: impl Fn(i64) -> F + Clone + Send + 'static) -> Result<(), Error>
where
    F: Future<Output = Result<(), Error>> + Send,
{
    let mut tasks = JoinSet::new();
    for task in 0..N_TASKS {
        let update = update.clone();
        tasks.spawn(async move {
            for round in 0..N_EACH {
                update(round * N_TASKS + task).await?;
            }
            Ok(())
        });
    }
    tasks.join_all().await.into_iter().collect()
}
