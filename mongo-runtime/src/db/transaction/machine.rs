//! What is done next in a transaction, as a pure function of what happened: no clock, no server, no chance of its own.
//!
//! The body runs again only when nothing of it can have been committed; the commit is sent again only when it is not known whether it
//! was done, and then never leads back into the body.

use std::time::Duration;

use crate::db::retry::{
    Retry,
    engine::{self, Decision, Failed},
};

/// How often, how long and how fast each of the two is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Runs of the body.
    pub(crate) body: Retry,
    /// Commits that are sent for one run.
    pub(crate) commit: Retry,
}

/// Where a transaction stands when something has ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Now {
    /// The time since it began.
    pub(crate) elapsed: Duration,
    /// The time to its deadline.
    pub(crate) remaining: Duration,
    /// A random number in `[0, 1)`.
    pub(crate) random: f64,
}

/// How a run of the body ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body {
    /// Well: it is to be committed.
    Done,
    /// The server gave the transaction up, and says that it may be run again.
    Transient,
    /// With any other error.
    Failed,
    /// Not in time.
    OutOfTime,
}

/// How a commit ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Commit {
    /// It was done.
    Done,
    /// It was done on the primary, and it is not proven that it lasts.
    Unproven,
    /// The server has given the transaction up, and nothing of it was done.
    Transient,
    /// It may have been done.
    Unknown,
    /// It was refused, and nothing was done.
    Refused,
    /// The time was over before it left.
    NotSent,
    /// The time was over while the server had it.
    OutOfTime,
}

/// What is done next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Step {
    /// The transaction is aborted, and the body runs in a new session after this time.
    RunAfter(Duration),
    /// The commit is sent, after this time.
    CommitAfter(Duration),
    /// It is over.
    Finish(Verdict),
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Committed,
    /// Done on the primary, and not proven to last.
    Unproven,
    /// Nobody knows.
    Unknown,
    /// Not done. The last error says why.
    NotDone,
    /// Not done, since the time was over.
    OutOfTime,
}

/// One transaction on its way.
#[derive(Debug)]
pub(crate) struct Machine {
    limits: Limits,
    n_runs: u32,
    n_commits: u32,
    /// Commits of all runs.
    all_commits: u32,
    /// Since when the commit of this run is tried, from the beginning of the transaction.
    commit_began: Duration,
    was_unknown: bool,
}

impl Machine {
    /// One whose body runs for the first time.
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            n_runs: 1,
            n_commits: 0,
            all_commits: 0,
            commit_began: Duration::ZERO,
            was_unknown: false,
        }
    }

    /// How often the body has run.
    pub(crate) fn n_runs(&self) -> u32 {
        self.n_runs
    }

    /// How many commits were sent.
    pub(crate) fn commits_sent(&self) -> u32 {
        self.all_commits
    }

    /// A run of the body has ended.
    pub(crate) fn ran(&mut self, body: Body, now: Now) -> Step {
        match body {
            Body::Done => {
                (self.n_commits, self.was_unknown) = (0, false);
                self.commit_began = now.elapsed;
                self.commit(Duration::ZERO)
            }
            Body::Transient => self.run_again(now),
            Body::Failed => Step::Finish(Verdict::NotDone),
            Body::OutOfTime => Step::Finish(Verdict::OutOfTime),
        }
    }

    /// A commit has ended.
    pub(crate) fn committed(&mut self, commit: Commit, now: Now) -> Step {
        match commit {
            Commit::Done => Step::Finish(Verdict::Committed),
            Commit::Unproven => Step::Finish(Verdict::Unproven),
            Commit::OutOfTime => Step::Finish(Verdict::Unknown),
            Commit::Unknown => {
                self.was_unknown = true;
                let elapsed = now.elapsed.saturating_sub(self.commit_began);
                match again(&self.limits.commit, self.n_commits, Now { elapsed, ..now }) {
                    Some(wait) => self.commit(wait),
                    None => Step::Finish(Verdict::Unknown),
                }
            }
            // An earlier commit may have been done by a primary that has lost its office since. The one that answers now knows nothing of
            // the transaction, which is no proof that it was never done.
            Commit::Transient | Commit::Refused | Commit::NotSent if self.was_unknown => {
                Step::Finish(Verdict::Unknown)
            }
            Commit::Transient => self.run_again(now),
            Commit::Refused => Step::Finish(Verdict::NotDone),
            Commit::NotSent => Step::Finish(Verdict::OutOfTime),
        }
    }

    fn commit(&mut self, wait: Duration) -> Step {
        self.n_commits += 1;
        self.all_commits += 1;
        Step::CommitAfter(wait)
    }

    fn run_again(&mut self, now: Now) -> Step {
        match again(&self.limits.body, self.n_runs, now) {
            Some(wait) => {
                self.n_runs += 1;
                Step::RunAfter(wait)
            }
            None => Step::Finish(Verdict::NotDone),
        }
    }
}

/// When something is tried once more that nothing has come of.
fn again(policy: &Retry, n_attempts: u32, now: Now) -> Option<Duration> {
    let Now { elapsed, remaining, random } = now;
    let failed = Failed { n_attempts, elapsed, remaining: Some(remaining), is_repeatable: true };
    match engine::decide(policy, failed, random) {
        Decision::Again(wait) => Some(wait),
        Decision::GiveUp(_) => None,
    }
}

#[cfg(test)]
mod tests;
