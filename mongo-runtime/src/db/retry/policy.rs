//! How often, how long and how fast something is tried again.

use std::time::Duration;

/// How often, how long and how fast something is tried again.
///
/// What is waited before attempt `n + 1` is a random part of `base_wait * 2^(n - 1)`, and of no more than `max_wait`, so that those
/// who met once do not meet again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retry {
    /// How often it is tried at most, the first time included. 0 and 1 both mean once.
    pub max_attempts: u32,
    /// How long all attempts and waits may take; no new attempt starts after it. One that runs is not broken off.
    pub max_elapsed: Duration,
    /// The longest wait before the second attempt. It doubles from attempt to attempt.
    pub base_wait: Duration,
    /// The longest wait before any attempt.
    pub max_wait: Duration,
}

impl Retry {
    /// One attempt, and no other.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            max_attempts: 1,
            max_elapsed: Duration::ZERO,
            base_wait: Duration::ZERO,
            max_wait: Duration::ZERO,
        }
    }
}

impl Default for Retry {
    /// Five attempts within five seconds, up to 20 ms before the second, and never more than a second before any.
    fn default() -> Self {
        Self {
            max_attempts: 5,
            max_elapsed: Duration::from_secs(5),
            base_wait: Duration::from_millis(20),
            max_wait: Duration::from_secs(1),
        }
    }
}
