//! What is done next in a transaction, as a pure function of what happened: no clock, no server, no chance of its own.
//!
//! The body runs again only when nothing of it can have been committed; the commit is sent again only when it is not known whether it
//! was done, and then never leads back into the body.

use std::time::Duration;

/// How often and how long at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Runs of the body.
    pub(crate) max_runs: u32,
    /// Commits that are sent for one run.
    pub(crate) max_commits: u32,
    /// The longest wait before the second run, and before the second commit; it doubles from one to the next.
    pub(crate) base_wait: Duration,
    /// No wait is longer.
    pub(crate) max_wait: Duration,
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
    was_unknown: bool,
}

impl Machine {
    /// One whose body runs for the first time.
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, n_runs: 1, n_commits: 0, all_commits: 0, was_unknown: false }
    }

    /// How often the body has run.
    pub(crate) fn n_runs(&self) -> u32 {
        self.n_runs
    }

    /// How many commits were sent.
    pub(crate) fn commits_sent(&self) -> u32 {
        self.all_commits
    }

    /// A run of the body has ended, and so much time is left. `random` is in `[0, 1)`.
    pub(crate) fn ran(&mut self, body: Body, left: Duration, random: f64) -> Step {
        match body {
            Body::Done => {
                (self.n_commits, self.was_unknown) = (0, false);
                self.commit(Duration::ZERO)
            }
            Body::Transient => self.run_again(left, random),
            Body::Failed => Step::Finish(Verdict::NotDone),
            Body::OutOfTime => Step::Finish(Verdict::OutOfTime),
        }
    }

    /// A commit has ended, and so much time is left.
    pub(crate) fn committed(&mut self, commit: Commit, left: Duration, random: f64) -> Step {
        match commit {
            Commit::Done => Step::Finish(Verdict::Committed),
            Commit::Unproven => Step::Finish(Verdict::Unproven),
            Commit::OutOfTime => Step::Finish(Verdict::Unknown),
            Commit::Unknown => {
                self.was_unknown = true;
                let wait = self.wait(self.n_commits, random);
                if self.n_commits >= self.limits.max_commits || wait >= left {
                    return Step::Finish(Verdict::Unknown);
                }
                self.commit(wait)
            }
            // An earlier commit may have been done by a primary that has lost its office since. The one that answers now knows nothing of
            // the transaction, which is no proof that it was never done.
            Commit::Transient | Commit::Refused | Commit::NotSent if self.was_unknown => {
                Step::Finish(Verdict::Unknown)
            }
            Commit::Transient => self.run_again(left, random),
            Commit::Refused => Step::Finish(Verdict::NotDone),
            Commit::NotSent => Step::Finish(Verdict::OutOfTime),
        }
    }

    fn commit(&mut self, wait: Duration) -> Step {
        self.n_commits += 1;
        self.all_commits += 1;
        Step::CommitAfter(wait)
    }

    fn run_again(&mut self, left: Duration, random: f64) -> Step {
        let wait = self.wait(self.n_runs, random);
        if self.n_runs >= self.limits.max_runs || wait >= left {
            return Step::Finish(Verdict::NotDone);
        }
        self.n_runs += 1;
        Step::RunAfter(wait)
    }

    /// A random part of a time that doubles with each of the attempts so far.
    fn wait(&self, n_attempts: u32, random: f64) -> Duration {
        let factor = 1_u32.checked_shl(n_attempts.saturating_sub(1)).unwrap_or(u32::MAX);
        self.limits.base_wait.saturating_mul(factor).min(self.limits.max_wait).mul_f64(random)
    }
}

#[cfg(test)]
mod tests;
