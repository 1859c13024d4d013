//! Runs a transaction: its body, again when that is safe, and its commit.

use std::{
    fmt,
    future::IntoFuture,
    marker::PhantomData,
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant},
};

use mongodb::{
    error::{TRANSIENT_TRANSACTION_ERROR, UNKNOWN_TRANSACTION_COMMIT_RESULT},
    options::{ReadPreference, SelectionCriteria},
};

use super::{
    Session, Tx, TxFuture,
    abort::Begun,
    body,
    machine::{Body, Commit, Limits, Machine, Now, Step, Verdict},
};
use crate::{
    db::{
        Reconciled, UseCaseError,
        consistency::Profile,
        driver_error::driver_error,
        executor::{Call, Effect},
        retry::{Retry, random},
        route::Route,
        sessions::{Lease, Origin},
        store::{NO_DOCUMENT, Shared},
    },
    error::{Detail, Error, Kind, Outcome},
    operation::OperationName,
};

type Reconcile<'env> = Box<
    dyn FnMut() -> Pin<Box<dyn Future<Output = Result<Reconciled, Error>> + Send + 'env>>
        + Send
        + 'env,
>;

/// A transaction. Await it for what its body gives.
///
/// The body gets a [`Tx`], and each operation in it says `.within(tx)`. It may run more than once: only what it does through the
/// transaction is undone in between, so it should do nothing else, and take what it needs by reference.
///
/// | what happens | what is done |
/// |---|---|
/// | an operation fails with a `TransientTransactionError` (a write conflict, a failover) | the transaction is aborted, and the body runs again in a new session, after a random wait |
/// | the body gives any other error, or one of the application's own | the transaction is aborted at once, and the error comes out as it is |
/// | the body goes on after an operation has failed, and ends well | nothing is committed: `OperationRejected` with `NoWritePerformed` |
/// | the commit fails and it is not known whether it was done | the commit alone is sent again; the body never runs again |
/// | it stays unknown | [`reconcile`](Self::reconcile) is asked; else `TransactionCommitUnknown` |
/// | the deadline passes | before the commit is sent: `Timeout` with `NoWritePerformed`; after it: `TransactionCommitUnknown` |
///
/// One deadline holds over everything, waits and operations included. When the future is dropped or the body panics, the transaction is
/// aborted in the background.
///
/// # Errors
///
/// Those of the body, of type `E`. And of the transaction itself: `TransactionTransient` with `NoWritePerformed` when the last run allowed
/// met a transient error, too; `TransactionCommitUnknown`; `WriteConcern` with `WriteResultUnknown` when it is committed on the primary
/// and not proven to last; `Timeout`; `OperationRejected` with `NotSent` inside of the body of another one.
#[must_use = "a transaction does nothing until it is awaited"]
pub struct Transaction<'env, F, T, E> {
    shared: Arc<Shared>,
    route: Route,
    profile: &'static Profile,
    limits: Limits,
    deadline: Duration,
    name: OperationName,
    reconcile: Option<Reconcile<'env>>,
    body: F,
    gives: PhantomData<fn() -> (T, E)>,
}

/// Fast at first, since those who met have mostly gone on a few milliseconds later. The deadline bounds the time.
const LIMITS: Limits = Limits { body: up_to(10), commit: up_to(8) };

const fn up_to(max_attempts: u32) -> Retry {
    Retry {
        max_attempts,
        max_elapsed: Duration::MAX,
        base_wait: Duration::from_millis(5),
        max_wait: Duration::from_millis(500),
    }
}

const NAME: OperationName = OperationName::new("store.transaction");

impl<'env, F, T, E> Transaction<'env, F, T, E> {
    pub(crate) fn new(
        shared: Arc<Shared>,
        route: Route,
        profile: &'static Profile,
        body: F,
    ) -> Self {
        let deadline = profile.transaction_time().unwrap_or(shared.deadline);
        Self {
            shared,
            route,
            profile,
            limits: LIMITS,
            deadline,
            name: NAME,
            reconcile: None,
            body,
            gives: PhantomData,
        }
    }

    /// How long all of it may take: every run of the body, every wait, the commits. By default 30 s for
    /// [`SnapshotTransaction`](crate::db::consistency::SnapshotTransaction), and the store's deadline for
    /// [`ShortWrite`](crate::db::consistency::ShortWrite).
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// How often, how long and how fast the body is run, while it meets transient errors. By default at most 10 times, with waits of up to
    /// 5 ms before the second run and 500 ms before any; the time is that of the deadline.
    pub fn retry_body(mut self, retry: Retry) -> Self {
        self.limits.body = retry;
        self
    }

    /// How often, how long and how fast the commit of one run is sent, while it is not known whether it was done. By default at most
    /// 8 times, with the waits of [`retry_body`](Self::retry_body).
    pub fn retry_commit(mut self, retry: Retry) -> Self {
        self.limits.commit = retry;
        self
    }

    /// Gives it a name of its own, in place of `store.transaction`.
    pub fn named(mut self, name: OperationName) -> Self {
        self.name = name;
        self
    }

    /// How to find out whether it was committed, when no answer to the commit comes: usually by a document that the transaction
    /// inserts, and [`reconcile_insert`](crate::db::Collection::reconcile_insert).
    ///
    /// It is asked only then: at once, and while the answer is [`Reconciled::NotSeen`] and time is left, three times more after growing
    /// waits, since what is committed shows to the majority a little later. [`Reconciled::Applied`] makes the transaction one that was
    /// committed; after any other answer, or none, the error stays `TransactionCommitUnknown`.
    pub fn reconcile<R>(mut self, mut look: impl FnMut() -> R + Send + 'env) -> Self
    where
        R: Future<Output = Result<Reconciled, Error>> + Send + 'env,
    {
        self.reconcile = Some(Box::new(move || Box::pin(look())));
        self
    }

    async fn run(mut self) -> Result<T, E>
    where
        T: Send,
        E: UseCaseError + From<Error> + Send,
        F: for<'t> FnMut(&'t mut Tx<'env>) -> TxFuture<'t, T, E> + Send,
    {
        let call = Call {
            name: self.name,
            declaration: &NO_DOCUMENT,
            plan: None,
            collation: None,
            effect: Effect::Write,
            started: Instant::now(),
            deadline: self.deadline,
        };
        if let Some(refusal) = self.route.refusal() {
            return Err(call.finish(refusal, 0).of_no_document().into());
        }
        let mut machine = Machine::new(self.limits);
        let mut wait = Duration::ZERO;
        loop {
            pause(wait).await;
            let begun = self.begin(&call).await?;
            let ran = self.run_body(&begun, &call).await;
            let (value, begun) = match ran {
                Ran::Done(value) => (value, begun),
                Ran::Failed(body, error) => {
                    begun.abort().await;
                    match machine.ran(body, now(&call)) {
                        Step::RunAfter(next) => wait = next,
                        _ => return Err(error),
                    }
                    tell_again(&call, &machine, "body");
                    continue;
                }
            };
            let mut step = machine.ran(Body::Done, now(&call));
            let mut last = None;
            let verdict = loop {
                match step {
                    Step::CommitAfter(wait) => {
                        pause(wait).await;
                        let (commit, error) = begun.commit_once(&self.route, &call).await;
                        last = error.or(last);
                        step = machine.committed(commit, now(&call));
                        if let Step::CommitAfter(_) = step {
                            tell_again(&call, &machine, "commit");
                        }
                    }
                    Step::RunAfter(next) => {
                        wait = next;
                        break None;
                    }
                    Step::Finish(verdict) => break Some(verdict),
                }
            };
            let Some(verdict) = verdict else {
                begun.abort().await;
                tell_again(&call, &machine, "body");
                continue;
            };
            if matches!(verdict, Verdict::NotDone | Verdict::OutOfTime) {
                begun.abort().await;
            } else {
                begun.leave(verdict == Verdict::Committed);
            }
            return self.conclude(verdict, value, last, &call, &machine).await;
        }
    }

    /// Begins in a session that no other run has used. No I/O: the first operation tells the server.
    async fn begin(&mut self, call: &Call) -> Result<Begun, Error> {
        let refuse = |_| {
            let text = "transactions need a replica set or a sharded cluster";
            call.finish(Error::config(text), 0).of_no_document()
        };
        let link = &self.route.link;
        let taken = link.sessions().take(link.client());
        let mut session = tokio::time::timeout(call.remaining(), taken)
            .await
            .map_err(|_| not_in_time(call))?
            .map_err(refuse)?;
        let (read, write) = self.profile.transaction_concerns(self.route.profile);
        let started = session
            .start_transaction()
            .read_concern(read)
            .write_concern(write)
            .selection_criteria(SelectionCriteria::ReadPreference(ReadPreference::Primary))
            .into_future();
        match tokio::time::timeout(call.remaining(), started).await {
            Err(_) => Err(not_in_time(call)),
            Ok(Err(error)) => Err(refuse(error)),
            Ok(Ok(())) => {
                let until = call.started + call.deadline;
                let (shared, profile) = (self.shared.clone(), self.profile);
                Ok(Begun::new(Session::new(shared, profile, session, until)))
            }
        }
    }

    async fn run_body(&mut self, begun: &Begun, call: &Call) -> Ran<T, E>
    where
        E: UseCaseError + From<Error>,
        F: for<'t> FnMut(&'t mut Tx<'env>) -> TxFuture<'t, T, E>,
    {
        let mut tx = Tx::new(begun.session().clone());
        let body = body::polled((self.body)(&mut tx));
        let ended = tokio::time::timeout(call.remaining(), body).await;
        match ended {
            Err(_) => Ran::Failed(Body::OutOfTime, not_in_time(call).into()),
            Ok(Err(error)) => {
                let is_transient = error
                    .store_error()
                    .is_some_and(|error| error.kind() == Kind::TransactionTransient);
                let body = if is_transient { Body::Transient } else { Body::Failed };
                Ran::Failed(body, error)
            }
            Ok(Ok(value)) => match begun.session().poisoned() {
                None => Ran::Done(value),
                Some(kind) => {
                    let text = format!(
                        "an operation of the transaction failed ({kind}) and its body went on: give the error back out of the body, with `?`"
                    );
                    let error = Error::rejected(text).with_outcome(Outcome::NoWritePerformed);
                    Ran::Failed(Body::Failed, call.finish(error, 0).of_no_document().into())
                }
            },
        }
    }

    /// Whether the application sees that an unknown commit was done.
    async fn is_applied(&mut self, call: &Call) -> bool {
        let Some(look) = &mut self.reconcile else { return false };
        let mut wait = Duration::from_millis(50);
        for _ in 0..3 {
            match look().await {
                Ok(Reconciled::Applied) => return true,
                Ok(Reconciled::NotSeen) if wait < call.remaining() => {}
                _ => return false,
            }
            tokio::time::sleep(wait).await;
            wait *= 4;
        }
        matches!(look().await, Ok(Reconciled::Applied))
    }

    async fn conclude(
        mut self,
        verdict: Verdict,
        value: T,
        last: Option<Error>,
        call: &Call,
        machine: &Machine,
    ) -> Result<T, E>
    where
        E: From<Error>,
    {
        tracing::debug!(
            target: "mongo_runtime",
            operation = call.name.as_str(),
            consistency = self.profile.name(),
            runs = machine.n_runs(),
            commits = machine.commits_sent(),
            elapsed_us = call.started.elapsed().as_micros() as u64,
            verdict = ?verdict,
            "transaction"
        );
        let unanswered = || Error::new(Kind::Timeout, None, Detail::None);
        let error = last.unwrap_or_else(unanswered);
        let n_attempts = machine.commits_sent();
        let finish = |error: Error| call.finish(error, n_attempts).of_no_document();
        match verdict {
            Verdict::Committed => Ok(value),
            Verdict::Unproven => {
                Err(finish(error.with_outcome(Outcome::WriteResultUnknown)).into())
            }
            Verdict::NotDone => Err(finish(error.with_outcome(Outcome::NoWritePerformed)).into()),
            Verdict::OutOfTime => Err(not_in_time(call).into()),
            Verdict::Unknown => {
                if self.is_applied(call).await {
                    return Ok(value);
                }
                let error = error.with_kind(Kind::TransactionCommitUnknown);
                Err(finish(error.with_outcome(Outcome::TransactionCommitUnknown)).into())
            }
        }
    }
}

/// How a run of the body ended.
enum Ran<T, E> {
    Done(T),
    Failed(Body, E),
}

impl Begun {
    /// Sends the commit once.
    async fn commit_once(&self, route: &Route, call: &Call) -> (Commit, Option<Error>) {
        if call.remaining().is_zero() {
            return (Commit::NotSent, None);
        }
        let session = self.session();
        let Some(driver_session) = session.end() else {
            return (Commit::Unknown, None);
        };
        let origin = Origin::Transaction(session.clone());
        let lease = Lease::new(route.link.clone(), driver_session, origin);
        let sent = call.run_in(route, Some(lease), |mut lease, _| async move {
            let result = lease.session().commit_transaction().await;
            (lease, result)
        });
        match sent.await {
            Ok(_) => (Commit::Done, None),
            Err(error) => (commit_of(&error), Some(error)),
        }
    }
}

/// What a failed commit says of the transaction.
fn commit_of(error: &Error) -> Commit {
    let has = |label: &str| driver_error(error).is_some_and(|error| error.contains_label(label));
    if has(UNKNOWN_TRANSACTION_COMMIT_RESULT) {
        return Commit::Unknown;
    }
    // The driver may have sent it twice: the first one can have been done by a primary that has lost its office since.
    if has(TRANSIENT_TRANSACTION_ERROR) {
        return if error.attempts() <= 1 { Commit::Transient } else { Commit::Unknown };
    }
    match (error.kind(), error.outcome()) {
        (Kind::WriteConcern, _) => Commit::Unproven,
        (Kind::Timeout, Some(Outcome::NotSent)) => Commit::NotSent,
        (Kind::Timeout, _) if driver_error(error).is_none() => Commit::OutOfTime,
        (_, Some(Outcome::NotSent | Outcome::NoWritePerformed)) => Commit::Refused,
        _ => Commit::Unknown,
    }
}

fn now(call: &Call) -> Now {
    Now { elapsed: call.started.elapsed(), remaining: call.remaining(), random: random::unit() }
}

/// Waits; for no time, without a tick of the timer.
async fn pause(wait: Duration) {
    if !wait.is_zero() {
        tokio::time::sleep(wait).await;
    }
}

/// The deadline has passed before the commit left.
fn not_in_time(call: &Call) -> Error {
    let text = "the deadline passed before the transaction could be committed";
    let error =
        Error::new(Kind::Timeout, Some(Outcome::NoWritePerformed), Detail::Text(text.into()));
    call.finish(error, 0).of_no_document()
}

fn tell_again(call: &Call, machine: &Machine, what: &'static str) {
    tracing::debug!(
        target: "mongo_runtime",
        operation = call.name.as_str(),
        again = what,
        runs = machine.n_runs(),
        commits = machine.commits_sent(),
        elapsed_us = call.started.elapsed().as_micros() as u64,
        "transaction"
    );
}

impl<'env, F, T, E> IntoFuture for Transaction<'env, F, T, E>
where
    T: Send + 'env,
    E: UseCaseError + From<Error> + Send + 'env,
    F: for<'t> FnMut(&'t mut Tx<'env>) -> TxFuture<'t, T, E> + Send + 'env,
{
    type Output = Result<T, E>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'env>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<F, T, E> fmt::Debug for Transaction<'_, F, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transaction")
            .field("profile", &self.profile.name())
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}
