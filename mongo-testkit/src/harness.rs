//! What the test attribute expands to a call of.

use std::{
    fmt::Debug,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

use tokio::runtime::Builder;

use crate::{database::TestDb, error::Result, server::Server, skip, version::Version};

/// What the attribute says about one test.
#[derive(Debug)]
pub struct Spec {
    /// Module path and function.
    pub name: &'static str,
    /// 0 is a runtime on the test's own thread.
    pub worker_threads: usize,
    /// The least server version, as text that the attribute has checked.
    pub min_server: Option<(u32, u32, u32)>,
}

/// What a test function may return.
pub trait Outcome {
    /// Fails the test that has returned an error.
    fn check(self);
}

impl Outcome for () {
    fn check(self) {}
}

impl<E: Debug> Outcome for Result<(), E> {
    #[track_caller]
    fn check(self) {
        if let Err(err) = self {
            panic!("the test returned an error: {err:?}");
        }
    }
}

/// Runs one test in a runtime of its own, with a database of its own, and cleans up whatever happens.
#[track_caller]
pub fn run<F, T>(spec: &Spec, test: F)
where
    F: AsyncFnOnce(TestDb) -> T,
    T: Outcome,
{
    let mut builder = match spec.worker_threads {
        0 => Builder::new_current_thread(),
        n => {
            let mut builder = Builder::new_multi_thread();
            builder.worker_threads(n);
            builder
        }
    };
    let runtime = builder.enable_all().build().expect("a test can have a runtime");
    let opened = runtime.block_on(open(spec));
    let db = match opened {
        Ok(Some(db)) => db,
        Ok(None) => return,
        Err(err) => panic!("the test has no server: {err:?}"),
    };
    let kept = db.clone();
    let outcome = catch_unwind(AssertUnwindSafe(|| runtime.block_on(test(db))));
    let closed = runtime.block_on(kept.close());
    match outcome {
        Ok(outcome) => outcome.check(),
        Err(panic) => resume_unwind(panic),
    }
    if let Err(err) = closed {
        panic!("the test could not clean up: {err:?}");
    }
}

async fn open(spec: &Spec) -> Result<Option<TestDb>> {
    let server = Server::shared().await?;
    if let Some((major, minor, patch)) = spec.min_server {
        let needed = Version::new(major, minor, patch);
        if server.version() < needed {
            skip::report(
                spec.name,
                &format!("needs MongoDB {major}.{minor}, the server is {}", server.version()),
            );
            return Ok(None);
        }
    }
    server.database(spec.name).await.map(Some)
}
