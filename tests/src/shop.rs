//! What the two binaries of one application have in common: each is given steps, and tells a line for each.

use std::{fmt::Debug, process::ExitCode};

use mongo_runtime::{
    Document,
    catalog::{Catalog, Lists},
    db::{Collection, Store, StoreConfig, UpdateResult},
    error::Error,
};

/// Runs the steps of the command line: `URI DATABASE STEP ID STEP ID ..`.
pub async fn run<C: Catalog + Lists<D>, D: Document>(
    step: impl AsyncFn(Collection<D>, String, i32) -> Result<String, Error>,
) -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [uri, database, steps @ ..] = args.as_slice() else { return ExitCode::FAILURE };
    match all::<C, D>(uri, database, steps, step).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&format!("failed: {error}"));
            ExitCode::FAILURE
        }
    }
}

async fn all<C: Catalog + Lists<D>, D: Document>(
    uri: &str,
    database: &str,
    steps: &[String],
    step: impl AsyncFn(Collection<D>, String, i32) -> Result<String, Error>,
) -> Result<(), Error> {
    let store = Store::<C>::connect(StoreConfig::new(uri, database)).await?;
    for pair in steps.chunks_exact(2) {
        let id = pair[1].parse().unwrap_or_default();
        let told = step(store.collection::<D>(), pair[0].clone(), id).await?;
        tell(&told);
    }
    store.close().await;
    Ok(())
}

/// What was read.
pub fn told(found: Option<impl Debug>) -> String {
    found.map_or_else(|| "nothing".to_owned(), |found| format!("{found:?}"))
}

/// What became of an update; a guard that refused is no failure of the binary.
///
/// # Errors
///
/// Any other failure.
pub fn updated(done: Result<UpdateResult, Error>) -> Result<String, Error> {
    match done {
        Ok(done) => Ok(format!("updated {}", done.modified())),
        Err(error) => match error.rejection() {
            Some(rejection) => Ok(format!("{rejection:?}")),
            None => Err(error),
        },
    }
}

#[expect(clippy::print_stdout, reason = "the test reads it")]
fn tell(line: &str) {
    println!("{line}");
}
