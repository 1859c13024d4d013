//! A real MongoDB for tests and examples.

#[cfg(not(unix))]
compile_error!("mongo-testkit needs a Unix system: it uses FIFOs, signals and process groups");

mod database;
#[cfg(feature = "docker")]
mod docker;
mod error;
mod fail_point;
mod find;
mod folder;
mod harness;
mod instance;
mod name;
mod options;
mod process;
mod proxy;
pub mod replica_set;
mod server;
mod settings;
mod shared;
mod skip;
mod uri;
mod version;

pub use mongo_testkit_macros::test;
pub use mongodb;

pub use self::{
    database::TestDb,
    error::{Error, ErrorKind, Result},
    fail_point::{FailPoint, FailPointGuard},
    options::ServerOptions,
    process::ServerProcess,
    proxy::{Fault, Proxy},
    server::Server,
    skip::{report as report_skipped, skipped},
    version::Version,
};

/// What the test attribute names; no public API.
#[doc(hidden)]
pub mod __private {
    pub use crate::harness::{Outcome, Spec, run};
}

/// Runs what waits for files and processes where it holds up no other task.
async fn blocking<T: Send + 'static>(
    job: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    match tokio::task::spawn_blocking(job).await {
        Ok(done) => done,
        Err(err) => match err.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(err) => Err(Error::because(ErrorKind::Io, "the runtime is shutting down", err)),
        },
    }
}
