//! A transaction that has begun ends in one of three ways: committed, aborted, or aborted in the background.

use std::{sync::Arc, time::Duration};

use mongodb::ClientSession;

use super::Session;

/// How long an abort may take. After it, the server gives the transaction up by itself, within a minute by default.
const PATIENCE: Duration = Duration::from_secs(1);

/// A transaction that has begun. Dropped before its end, it is aborted in the background.
pub(super) struct Begun(Option<Arc<Session>>);

impl Begun {
    pub(super) fn new(session: Arc<Session>) -> Self {
        Self(Some(session))
    }

    pub(super) fn session(&self) -> &Arc<Session> {
        self.0.as_ref().expect("a transaction has its session until it is over")
    }

    /// Tells the server to undo it, and waits a second at most for its answer.
    pub(super) async fn abort(mut self) {
        if let Some(session) = self.0.take() {
            abort(&session).await;
        }
    }

    /// Nothing more is to be told to the server, which is done with it, or may still be at work.
    pub(super) fn leave(mut self, is_at_rest: bool) {
        if let Some(session) = self.0.take()
            && let Some(driver_session) = session.end()
        {
            session.link().sessions().put(driver_session, is_at_rest);
        }
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        let Some(session) = self.0.take() else { return };
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(async move { abort(&session).await })),
            // No runtime, no way to tell the server. The driver would try it, and panic.
            Err(_) => std::mem::forget(session.end()),
        }
    }
}

async fn abort(session: &Session) {
    let Some(mut driver_session) = session.end() else { return };
    let aborted = tokio::time::timeout(PATIENCE, abort_once(&mut driver_session)).await;
    let is_at_rest = matches!(aborted, Ok(Ok(())));
    session.link().sessions().put(driver_session, is_at_rest);
}

async fn abort_once(session: &mut ClientSession) -> Result<(), mongodb::error::Error> {
    session.abort_transaction().await
}
