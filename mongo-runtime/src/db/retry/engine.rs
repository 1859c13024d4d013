//! Whether a failed attempt is followed by another, and when. No clock, no chance and no I/O of its own.

#[cfg(test)]
mod tests;

use std::time::Duration;

use super::Retry;

/// What is known when an attempt has failed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Failed {
    /// How many attempts there were, the failed one included.
    pub(crate) n_attempts: u32,
    /// The time since the first attempt began.
    pub(crate) elapsed: Duration,
    /// The time to the caller's deadline, if there is one.
    pub(crate) remaining: Option<Duration>,
    /// Whether another attempt may succeed and can't do anything twice.
    pub(crate) is_repeatable: bool,
}

/// What follows a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    /// Another attempt, after a wait.
    Again(Duration),
    /// None; the failure is the result.
    GiveUp(Why),
}

/// Why there is no other attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// The failure would stay, or the attempt may have done something.
    NotRetryable,
    /// There were as many as the policy allows.
    MaxAttempts,
    /// The wait would pass the time of the policy.
    MaxElapsed,
    /// The wait would pass the caller's deadline.
    Deadline,
}

/// Decides what follows a failed attempt; `random` is in `[0, 1)`.
pub(crate) fn decide(policy: &Retry, failed: Failed, random: f64) -> Decision {
    if !failed.is_repeatable {
        return Decision::GiveUp(Why::NotRetryable);
    }
    if failed.n_attempts >= policy.max_attempts {
        return Decision::GiveUp(Why::MaxAttempts);
    }
    let wait = longest_wait(policy, failed.n_attempts).mul_f64(random);
    if failed.elapsed.saturating_add(wait) >= policy.max_elapsed {
        return Decision::GiveUp(Why::MaxElapsed);
    }
    if failed.remaining.is_some_and(|remaining| wait >= remaining) {
        return Decision::GiveUp(Why::Deadline);
    }
    Decision::Again(wait)
}

/// The longest wait after so many attempts.
fn longest_wait(policy: &Retry, n_attempts: u32) -> Duration {
    let factor = 2_u32.saturating_pow(n_attempts.saturating_sub(1));
    policy.base_wait.saturating_mul(factor).min(policy.max_wait)
}
