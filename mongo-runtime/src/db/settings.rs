//! What the caller of one operation can set.

use std::time::Duration;

use crate::{
    filter::IntoFilter,
    operation::OperationName,
    query::{FilterKind, QueryPlan},
};

/// Name and deadline of one call.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Settings {
    /// The name that was given with `.named(..)`.
    pub(crate) given: Option<OperationName>,
    /// The name that the filter or recipe has.
    pub(crate) own: Option<OperationName>,
    /// What the filter brings as a registered query.
    pub(crate) plan: Option<&'static QueryPlan>,
    pub(crate) deadline: Option<Duration>,
}

impl Settings {
    /// Those of an operation on what a filter finds.
    pub(crate) fn of<D, F: IntoFilter<D>>(filter: &F) -> Self {
        let own = filter.operation_name();
        Self { own, plan: F::Kind::PLAN, ..Self::default() }
    }

    /// How long the call may take: what it was given, or else what its query has, or else what the store has.
    pub(crate) fn deadline_or(&self, default: Duration) -> Duration {
        self.deadline.or(self.plan.and_then(QueryPlan::deadline)).unwrap_or(default)
    }

    /// The name that the call goes by.
    pub(crate) fn name(&self, default: OperationName) -> OperationName {
        self.given.or(self.own).unwrap_or(default)
    }
}

impl Settings {
    /// The same, within what is left of a deadline over several calls.
    pub(crate) fn at_most(self, remaining: Duration) -> Self {
        Self { deadline: Some(self.deadline_or(remaining).min(remaining)), ..self }
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
