//! What the caller of one operation can set.

use std::time::Duration;

use crate::{
    filter::{Filter, IntoFilter},
    index::Collation,
    operation::OperationName,
    query::{FilterKind, QueryPlan},
    update::IntoUpdate,
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
    /// How the filter compares text.
    pub(crate) collation: Option<&'static Collation>,
    pub(crate) deadline: Option<Duration>,
}

impl Settings {
    /// Those of an operation on what a filter finds, and the filter.
    pub(crate) fn of<D, F: IntoFilter<D>>(filter: F) -> (Self, Filter<D>) {
        let own = filter.operation_name();
        let filter = filter.into_filter();
        let collation = filter.carried.collation();
        (Self { own, plan: F::Kind::PLAN, collation, ..Self::default() }, filter)
    }

    /// The same of an update, whose name wins over that of its filter.
    pub(crate) fn of_update<D, F: IntoFilter<D>>(
        filter: F,
        update: &impl IntoUpdate<D>,
    ) -> (Self, Filter<D>) {
        let (settings, filter) = Self::of(filter);
        (Self { own: update.operation_name().or(settings.own), ..settings }, filter)
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
