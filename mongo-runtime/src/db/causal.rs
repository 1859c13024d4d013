//! What a causal session has seen, so that its next read sees no less.

use std::sync::{Mutex, MutexGuard, PoisonError};

use bson::Timestamp;
use mongodb::{ClientSession, ClusterTime};

/// The latest times that any operation of one causal session was told by the server.
///
/// Driver sessions are for one operation at a time. So each operation has one of its own, which is told these times before, and
/// whose own times are noted after.
#[derive(Debug, Default)]
pub(crate) struct Causal(Mutex<Seen>);

/// A place in the history of the deployment.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    operation: Option<Timestamp>,
    cluster: Option<ClusterTime>,
}

impl Causal {
    /// The time of the latest operation; none before the first.
    pub(crate) fn operation_time(&self) -> Option<Timestamp> {
        self.lock().operation
    }

    /// Lets a driver session begin where this one is.
    pub(crate) fn tell(&self, session: &mut ClientSession) {
        let seen = self.lock();
        if let Some(time) = &seen.cluster {
            session.advance_cluster_time(time);
        }
        if let Some(time) = seen.operation {
            session.advance_operation_time(time);
        }
    }

    /// Notes what an operation was told.
    pub(crate) fn note(&self, session: &ClientSession) {
        let mut seen = self.lock();
        if session.operation_time() > seen.operation {
            seen.operation = session.operation_time();
        }
        if session.cluster_time() > seen.cluster.as_ref() {
            seen.cluster = session.cluster_time().cloned();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
