//! Runs a use case again when somebody else was first.

use std::{
    hash::{BuildHasher, RandomState},
    time::{Duration, Instant},
};

use crate::error::{Error, Kind};

/// How often, how long and how fast a use case is run again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConflictRetry {
    /// How often it runs at most, the first time included.
    pub max_attempts: u32,
    /// How long all runs and waits may take; no new run starts after it.
    pub max_elapsed: Duration,
    /// The longest wait before the second run. It doubles from run to run, and what is waited is a random part of it, so that
    /// those who met once do not meet again.
    pub base_wait: Duration,
}

impl Default for ConflictRetry {
    /// Five runs within five seconds, and up to 20 ms before the second.
    fn default() -> Self {
        Self {
            max_attempts: 5,
            max_elapsed: Duration::from_secs(5),
            base_wait: Duration::from_millis(20),
        }
    }
}

/// Errors of use cases: of the store, or of the application with one of the store inside.
pub trait UseCaseError {
    /// The error of the store, if that is what it is.
    fn store_error(&self) -> Option<&Error>;
}

impl UseCaseError for Error {
    fn store_error(&self) -> Option<&Error> {
        Some(self)
    }
}

/// Runs a use case, and the whole of it again while it ends in an optimistic conflict.
///
/// The closure reads, decides and writes: each run starts from what is stored then. Only
/// [`Kind::OptimisticConflict`] is run again, since it says that nothing was written; a failure of another kind, and the last
/// conflict, are the result. A use case whose earlier steps have written something must be one that can run twice.
///
/// ```no_run
/// # use mongo_runtime::{db::{Collection, ConflictRetry, retry_on_conflict}, document::OwnsDocument, error::Error, prelude::*};
/// # #[derive(Document)]
/// # #[mongo(collection = "carts", owns_document)]
/// # struct Cart { #[mongo(id)] id: i32, total: i64, #[mongo(revision)] revision: Revision }
/// # async fn it(carts: Collection<Cart>) -> Result<(), Error> {
/// retry_on_conflict(ConflictRetry::default(), || async {
///     let Some(mut cart) = carts.find_one(by_id(7)).await? else { return Ok(()) };
///     cart.total += 1;
///     carts.replace_one(&cart).await.map(drop)
/// })
/// .await
/// # }
/// ```
///
/// # Errors
///
/// Whatever the last run ended in.
pub async fn retry_on_conflict<T, E, F>(
    retry: ConflictRetry,
    mut use_case: impl FnMut() -> F,
) -> Result<T, E>
where
    E: UseCaseError,
    F: Future<Output = Result<T, E>>,
{
    let started = Instant::now();
    let mut wait = retry.base_wait;
    let mut n_runs = 1;
    loop {
        let error = match use_case().await {
            Ok(done) => return Ok(done),
            Err(error) => error,
        };
        let is_conflict =
            error.store_error().is_some_and(|error| error.kind() == Kind::OptimisticConflict);
        let pause = part_of(wait);
        if !is_conflict
            || n_runs >= retry.max_attempts
            || started.elapsed() + pause >= retry.max_elapsed
        {
            return Err(error);
        }
        tokio::time::sleep(pause).await;
        wait = wait.saturating_mul(2);
        n_runs += 1;
    }
}

/// A random part of a time.
fn part_of(time: Duration) -> Duration {
    // The keys of a hasher are random, and that is all that is needed here.
    let random = RandomState::new().hash_one(0);
    time.mul_f64((random >> 11) as f64 / (1_u64 << 53) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_waited_is_a_part_of_the_time() {
        let all: Vec<Duration> = (0..100).map(|_| part_of(Duration::from_millis(20))).collect();
        assert!(all.iter().all(|part| *part < Duration::from_millis(20)));
        assert!(all.windows(2).any(|pair| pair[0] != pair[1]));
    }
}
