//! What the caller of one operation can set.

use std::time::Duration;

use crate::operation::OperationName;

/// Name and deadline of one call.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Settings {
    /// The name that was given with `.named(..)`.
    pub(crate) given: Option<OperationName>,
    /// The name that the filter or recipe has.
    pub(crate) own: Option<OperationName>,
    pub(crate) deadline: Option<Duration>,
}

impl Settings {
    /// The name that the call goes by.
    pub(crate) fn name(&self, default: OperationName) -> OperationName {
        self.given.or(self.own).unwrap_or(default)
    }
}

impl Settings {
    /// The same, within what is left of a deadline over several calls.
    pub(crate) fn at_most(self, remaining: Duration) -> Self {
        let deadline = self.deadline.map_or(remaining, |deadline| deadline.min(remaining));
        Self { deadline: Some(deadline), ..self }
    }
}

/// The two settings that every operation has.
macro_rules! settings {
    () => {
        /// Gives the call a name of its own, in place of the filter's or the default one.
        pub fn named(mut self, name: crate::operation::OperationName) -> Self {
            self.settings.given = Some(name);
            self
        }

        /// How long the call may take in all: finding a server, waiting for a connection, and the work itself.
        pub fn deadline(mut self, deadline: std::time::Duration) -> Self {
            self.settings.deadline = Some(deadline);
            self
        }
    };
}

pub(crate) use settings;
