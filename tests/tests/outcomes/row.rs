//! One row of the table: a fault, and the one right answer.

use std::{future::Future, pin::Pin, sync::Arc, time::Duration};

use mongo_runtime::{
    db::StoreConfig,
    error::{Error, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::TestDb;
use mongo_tests::canary::{assert_clean_error, assert_clean_log, listen_to_log};
use tokio::task::JoinSet;

use crate::support::{Scene, Write, before, until};

/// The right answer to a fault.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    failure: Option<Failure>,
    is_done: bool,
}

/// What the error says, all of it.
#[derive(Debug, Clone, PartialEq)]
struct Failure {
    kind: Kind,
    outcome: Outcome,
    is_retryable: bool,
    is_ambiguous: bool,
    applied_on_primary: bool,
    attempts: u32,
    code: Option<i32>,
}

impl Row {
    /// No error, and the write done once.
    pub(crate) fn done() -> Self {
        Self { failure: None, is_done: true }
    }

    /// The write may be done or not.
    pub(crate) fn unknown(kind: Kind) -> Self {
        Self::fails(kind, Outcome::WriteResultUnknown, false, true)
    }

    /// The primary has the write, and no proof that it lasts.
    pub(crate) fn unproven(code: i32) -> Self {
        let mut row = Self::unknown(Kind::WriteConcern).code(code).leaving_it_done();
        row.failure().applied_on_primary = true;
        row
    }

    /// The server has refused it, and it would again.
    pub(crate) fn refused(kind: Kind) -> Self {
        Self::fails(kind, Outcome::NoWritePerformed, false, false)
    }

    /// The server has not done it, and may when it is asked again.
    pub(crate) fn put_off(kind: Kind) -> Self {
        Self::fails(kind, Outcome::NoWritePerformed, true, false)
    }

    /// Nothing left the process, and trying again is safe.
    pub(crate) fn not_sent(kind: Kind) -> Self {
        Self::fails(kind, Outcome::NotSent, true, false).after(0)
    }

    /// Nothing left the process: the mapper has refused it.
    pub(crate) fn refused_here(kind: Kind) -> Self {
        Self::fails(kind, Outcome::NotSent, false, false).after(0)
    }

    fn fails(kind: Kind, outcome: Outcome, is_retryable: bool, is_ambiguous: bool) -> Self {
        let applied_on_primary = false;
        let failure = Failure {
            kind,
            outcome,
            is_retryable,
            is_ambiguous,
            applied_on_primary,
            attempts: 1,
            code: None,
        };
        Self { failure: Some(failure), is_done: false }
    }

    /// After this many attempts instead of one.
    pub(crate) fn after(mut self, attempts: u32) -> Self {
        self.failure().attempts = attempts;
        self
    }

    /// With this code of the server.
    pub(crate) fn code(mut self, code: i32) -> Self {
        self.failure().code = Some(code);
        self
    }

    /// The collection is as after the write, now or a little later. Otherwise it is as before.
    pub(crate) fn leaving_it_done(mut self) -> Self {
        self.is_done = true;
        self
    }

    fn failure(&mut self) -> &mut Failure {
        self.failure.as_mut().expect("a row that fails")
    }
}

/// Checks an answer against its row: the error, its texts, the log, and what is in the collection.
pub(crate) async fn check(scene: &Scene, result: Result<(), Error>, row: &Row, what: &str) {
    let what = format!("{:?} when {what}", scene.write);
    if let Err(error) = &result {
        assert_clean_error(error, &what);
    }
    assert_clean_log(&what);
    let failure = result.as_ref().err().map(|error| Failure {
        kind: error.kind(),
        outcome: error.outcome().expect("a write has an outcome"),
        is_retryable: error.is_retryable(),
        is_ambiguous: error.is_ambiguous(),
        applied_on_primary: error.applied_on_primary(),
        attempts: error.attempts(),
        code: error.code(),
    });
    assert_eq!(failure, row.failure, "{what}: {result:?}");
    let wanted = if row.is_done { scene.write.done() } else { before() };
    if row.is_done {
        until!(&what, scene.rows().await == wanted);
    }
    assert_eq!(scene.rows().await, wanted, "{what}: {result:?}");
}

/// The same fault for several kinds of writes at once, each by itself.
pub(crate) struct Rows {
    scenes: Vec<Arc<Scene>>,
}

/// The answer to a write that a row sends in a way of its own.
type Sent<'s> = Pin<Box<dyn Future<Output = Result<(), Error>> + Send + 's>>;

impl Rows {
    pub(crate) async fn of(test: &TestDb, writes: &[Write]) -> Self {
        Self::with(test, writes, |config| config).await
    }

    /// With stores that are configured otherwise.
    pub(crate) async fn with(
        test: &TestDb,
        writes: &[Write],
        configure: fn(StoreConfig) -> StoreConfig,
    ) -> Self {
        listen_to_log();
        let mut making = JoinSet::new();
        for write in writes.iter().copied() {
            let test = test.clone();
            making.spawn(async move { Arc::new(Scene::new(&test, write, configure).await) });
        }
        Self { scenes: making.join_all().await }
    }

    /// Provokes a fault, sends each write, and expects the same answer from all.
    pub(crate) async fn expect(
        &self,
        what: &str,
        row: Row,
        provoke: impl Fn(&Scene) + Send + Sync + Clone + 'static,
    ) {
        self.expect_each(what, move |_| row.clone(), provoke).await;
    }

    /// Provokes a fault, sends each write, and expects an answer that depends on its kind.
    pub(crate) async fn expect_each(
        &self,
        what: &str,
        row: impl Fn(Write) -> Row,
        provoke: impl Fn(&Scene) + Send + Sync + Clone + 'static,
    ) {
        self.expect_sent(what, row, provoke, |scene| Box::pin(scene.send(None))).await;
    }

    /// The same with the writes sent in a way of their own.
    pub(crate) async fn expect_sent(
        &self,
        what: &str,
        row: impl Fn(Write) -> Row,
        provoke: impl Fn(&Scene) + Send + Sync + Clone + 'static,
        send: for<'s> fn(&'s Scene) -> Sent<'s>,
    ) {
        let mut running = JoinSet::new();
        for scene in &self.scenes {
            let (scene, provoke, row) = (scene.clone(), provoke.clone(), row(scene.write));
            let what = what.to_owned();
            running.spawn(async move {
                scene.reset().await;
                provoke(&scene);
                let result = send(&scene).await;
                check(&scene, result, &row, &what).await;
                scene.proxy.clear();
                // The store is as good as new.
                scene.accounts.exists(by_id(0)).await.expect("the fault is gone");
            });
        }
        running.join_all().await;
    }

    /// The writes with all that is theirs.
    pub(crate) fn scenes(&self) -> Vec<Arc<Scene>> {
        self.scenes.clone()
    }

    pub(crate) async fn close(self) {
        for scene in self.scenes {
            if let Ok(scene) = Arc::try_unwrap(scene) {
                scene.close().await;
            }
        }
    }
}

/// Sends a write with a deadline until the deadline has met it outside of the process: a busy machine may need all of it to
/// find a connection, and then nothing was sent, which the error must say.
pub(crate) async fn send_with_deadline(scene: &Scene, deadline: Duration) -> Result<(), Error> {
    for _ in 0..50 {
        let result = scene.send(Some(deadline)).await;
        match &result {
            Err(error) if error.outcome() == Some(Outcome::NotSent) => {
                assert_eq!(error.kind(), Kind::Timeout, "{error}");
                assert!(error.attempts() == 0 || scene.write.reads_first(), "{error}");
            }
            _ => return result,
        }
    }
    panic!("it never left");
}
