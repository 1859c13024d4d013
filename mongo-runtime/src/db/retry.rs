//! Runs a use case again when somebody else was first.

pub(crate) mod engine;

mod policy;

pub(crate) mod random;

use std::time::Instant;

use self::engine::{Decision, Failed, Why};
use crate::error::{Error, Kind};

pub use self::policy::Retry;

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
/// # use mongo_runtime::{db::{Collection, Retry, retry_on_conflict}, document::OwnsDocument, error::Error, prelude::*};
/// # #[derive(Document)]
/// # #[mongo(collection = "carts", owns_document)]
/// # struct Cart { #[mongo(id)] id: i32, total: i64, #[mongo(revision)] revision: Revision }
/// # async fn it(carts: Collection<Cart>) -> Result<(), Error> {
/// retry_on_conflict(Retry::default(), || async {
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
    retry: Retry,
    mut use_case: impl FnMut() -> F,
) -> Result<T, E>
where
    E: UseCaseError,
    F: Future<Output = Result<T, E>>,
{
    let started = Instant::now();
    let mut n_attempts = 0;
    loop {
        let error = match use_case().await {
            Ok(done) => return Ok(done),
            Err(error) => error,
        };
        n_attempts += 1;
        let failed = Failed {
            n_attempts,
            elapsed: started.elapsed(),
            remaining: None,
            is_repeatable: is_conflict(&error),
        };
        match engine::decide(&retry, failed, random::unit()) {
            Decision::Again(wait) => {
                trace_again(failed);
                tokio::time::sleep(wait).await;
            }
            Decision::GiveUp(why) => {
                trace_end(failed, why);
                return Err(error);
            }
        }
    }
}

fn is_conflict(error: &impl UseCaseError) -> bool {
    error.store_error().is_some_and(|error| error.kind() == Kind::OptimisticConflict)
}

fn trace_again(failed: Failed) {
    tracing::debug!(
        target: "mongo_runtime",
        attempts = failed.n_attempts,
        elapsed_us = failed.elapsed.as_micros() as u64,
        why = ?Kind::OptimisticConflict,
        "run again"
    );
}

/// Reports a conflict that is the result. Other failures were reported where they arose.
fn trace_end(failed: Failed, why: Why) {
    if why != Why::NotRetryable {
        tracing::debug!(
            target: "mongo_runtime",
            attempts = failed.n_attempts,
            elapsed_us = failed.elapsed.as_micros() as u64,
            ?why,
            "not run again"
        );
    }
}
