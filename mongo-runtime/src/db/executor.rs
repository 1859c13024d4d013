//! The one function that every command passes.

use std::{
    pin::pin,
    time::{Duration, Instant},
};

use bson::Document as BsonDocument;
use mongodb::options::{Collation as DriverCollation, Hint};

use super::{
    attempts::counted,
    collation::as_driver,
    driver_error::{is_unreadable, translate},
    route::Route,
    sessions::Lease,
};
use crate::{
    error::{Detail, Error, Kind, Outcome},
    index::Collation,
    operation::OperationName,
    query::QueryPlan,
    sort::Sort,
};

/// What a command does to the data. It decides what a failure can mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It only reads.
    Read,
    /// It reads on from an open cursor.
    ReadOn,
    /// It writes one document, or inserts several: the driver can repeat it without harm.
    Write,
    /// It writes any number of documents one after the other, and is never repeated.
    WriteMany,
}

impl Effect {
    pub(crate) fn reads(self) -> bool {
        matches!(self, Self::Read | Self::ReadOn)
    }
}

/// One call: who asks for what, and until when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    pub(crate) name: OperationName,
    pub(crate) declaration: &'static crate::document::Declaration,
    /// What the filter brings as a registered query.
    pub(crate) plan: Option<&'static QueryPlan>,
    /// How the filter compares text.
    pub(crate) collation: Option<&'static Collation>,
    pub(crate) effect: Effect,
    pub(crate) started: Instant,
    pub(crate) deadline: Duration,
}

/// The longest time that the server takes for one command, some 24 days.
const LONGEST: Duration = Duration::from_millis(i32::MAX as u64);

impl Call {
    /// What is left of the deadline, and no more than the server takes.
    pub(crate) fn remaining(&self) -> Duration {
        self.deadline.saturating_sub(self.started.elapsed()).min(LONGEST)
    }

    /// The index that the query names.
    pub(crate) fn hint(&self) -> Option<Hint> {
        self.plan.and_then(|plan| plan.shape.hint).map(|index| Hint::Name(index.to_owned()))
    }

    /// Which of the documents is taken: by the order of the call, or else by that of the query.
    pub(crate) fn order<D>(&self, given: Option<&Sort<D>>) -> Option<BsonDocument> {
        given.map(Sort::render).or_else(|| self.plan.and_then(QueryPlan::sort))
    }

    /// How the filter compares text, as the driver takes it.
    pub(crate) fn collation(&self) -> Option<DriverCollation> {
        self.collation.map(as_driver)
    }

    /// Runs a command in a session and within what is left of the deadline: the closure gets both.
    ///
    /// The result comes with the session. When the future is dropped before its end, the command may still be done.
    pub(crate) async fn run<T, F>(
        &self,
        route: &Route,
        command: impl FnOnce(Lease, Duration) -> F,
    ) -> Result<(T, Lease), Error>
    where
        F: Future<Output = (Lease, Result<T, mongodb::error::Error>)>,
    {
        self.run_in(route, None, command).await
    }

    /// The same in a session that an earlier command of the same read has used.
    pub(crate) async fn run_in<T, F>(
        &self,
        route: &Route,
        lease: Option<Lease>,
        command: impl FnOnce(Lease, Duration) -> F,
    ) -> Result<(T, Lease), Error>
    where
        F: Future<Output = (Lease, Result<T, mongodb::error::Error>)>,
    {
        if let Some(refusal) = route.refusal() {
            return Err(self.finish(refusal, 0));
        }
        let remaining = self.remaining();
        if remaining.is_zero() {
            return Err(self.finish(timed_out(0), 0));
        }
        route.link.close_abandoned();
        let mut n_attempts = 0;
        let result = {
            let future = pin!(async {
                let lease = match lease {
                    Some(lease) => lease,
                    None => route.lease().await.map_err(|error| (None, error))?,
                };
                let (lease, result) = command(lease, remaining).await;
                match result {
                    Ok(value) => Ok((value, lease)),
                    Err(error) => Err((Some(lease), error)),
                }
            });
            tokio::time::timeout(remaining, counted(future, &mut n_attempts)).await
        };
        match result {
            Ok(Ok((value, mut lease))) => {
                lease.settle(true);
                self.trace_success(n_attempts);
                Ok((value, lease))
            }
            Ok(Err((lease, error))) => {
                if let Some(mut lease) = lease {
                    lease.settle(!leaves_work_behind(&error));
                }
                Err(self.finish(route.told(translate(error, self, n_attempts)), n_attempts))
            }
            Err(_elapsed) => Err(self.finish(route.told(timed_out(n_attempts)), n_attempts)),
        }
    }

    /// Puts on an error what it needs to be understood, and reports it.
    pub(crate) fn finish(&self, error: Error, n_attempts: u32) -> Error {
        let error = error
            .on(self.name.as_str(), self.declaration.name, self.declaration.collection)
            .after(n_attempts, self.started.elapsed());
        let error = if self.effect.reads() { error.of_a_read() } else { error };
        self.trace_failure(&error);
        error
    }

    fn trace_success(&self, n_attempts: u32) {
        tracing::debug!(
            target: "mongo_runtime",
            operation = self.name.as_str(),
            collection = self.declaration.collection,
            attempts = n_attempts,
            elapsed_us = self.started.elapsed().as_micros() as u64,
            "done"
        );
    }

    fn trace_failure(&self, error: &Error) {
        tracing::debug!(
            target: "mongo_runtime",
            operation = self.name.as_str(),
            collection = self.declaration.collection,
            attempts = error.attempts(),
            elapsed_us = error.elapsed().as_micros() as u64,
            kind = ?error.kind(),
            outcome = ?error.outcome(),
            code = error.code(),
            "failed"
        );
    }
}

/// Our own deadline has passed. What left may still be done: dropping a future does not stop the server.
fn timed_out(n_attempts: u32) -> Error {
    let (outcome, text) = match n_attempts {
        0 => (Outcome::NotSent, "the deadline passed before a connection was free"),
        _ => (Outcome::WriteResultUnknown, "the deadline passed while the server had the command"),
    };
    Error::new(Kind::Timeout, Some(outcome), Detail::Text(text.into()))
}

/// Whether the server may still be at work for this session.
fn leaves_work_behind(error: &mongodb::error::Error) -> bool {
    use mongodb::error::ErrorKind;
    matches!(*error.kind, ErrorKind::Io(_) | ErrorKind::ConnectionPoolCleared { .. })
        || is_unreadable(error)
}
