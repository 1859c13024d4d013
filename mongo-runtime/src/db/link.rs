//! A driver client that can be dropped at any time.
//!
//! The driver's client, its sessions and its cursors send commands from background tasks when they are dropped. Such a
//! task panics when the runtime is being torn down at that moment and the connection pool's own task has gone first. So
//! dropping a link sends nothing: sessions and abandoned cursors are kept here, and the last drop only stops the driver's
//! tasks. [`Link::close`] is the way that says good-bye to the server.

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use mongodb::{Client, options::ClientOptions, raw_batch_cursor::SessionRawBatchCursor};
use tokio::runtime::Handle;

use super::sessions::{Idle, Sessions};
use crate::error::Error;

/// How long [`Link::close`] waits for work in flight.
const GRACE: Duration = Duration::from_secs(10);

/// How long it then waits for the driver's tasks to stop.
const STOP: Duration = Duration::from_secs(2);

pub(crate) struct Link {
    client: Client,
    sessions: Sessions,
    causal_sessions: Sessions,
    abandoned: Mutex<Vec<SessionRawBatchCursor>>,
    runtime: Handle,
    is_closed: AtomicBool,
    is_shut_down: AtomicBool,
}

impl Link {
    /// Makes a client. It connects in the background.
    pub(crate) fn new(options: ClientOptions) -> Result<Arc<Self>, Error> {
        let runtime = Handle::try_current().map_err(|_| {
            Error::config("a store needs a running tokio runtime: connect inside of one")
        })?;
        let client = Client::with_options(options).map_err(|_| {
            Error::config(
                "the driver refuses the options of the connection: two of them exclude each other",
            )
        })?;
        Ok(Arc::new(Self {
            client,
            sessions: Sessions::new(false),
            causal_sessions: Sessions::new(true),
            abandoned: Mutex::default(),
            runtime,
            is_closed: AtomicBool::new(false),
            is_shut_down: AtomicBool::new(false),
        }))
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    pub(crate) fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Acquire)
    }

    pub(crate) fn causal_sessions(&self) -> &Sessions {
        &self.causal_sessions
    }

    /// Keeps a cursor that was not read to its end, for the next call to close it on the server.
    pub(crate) fn abandon(&self, cursor: SessionRawBatchCursor) {
        if !self.is_closed() {
            self.lock_abandoned().push(cursor);
        }
    }

    /// Lets the driver close what was abandoned. The caller is about to use the same client, so its tasks are alive.
    pub(crate) fn close_abandoned(&self) {
        let mut abandoned = self.lock_abandoned();
        if !abandoned.is_empty() {
            drop(std::mem::take(&mut *abandoned));
        }
    }

    /// Refuses new calls, waits for those in flight, ends the sessions on the server and closes all connections.
    pub(crate) async fn close(&self) {
        if self.is_closed.swap(true, Ordering::AcqRel) {
            return;
        }
        drop((self.sessions.drain(), self.causal_sessions.drain()));
        self.close_abandoned();
        let shutdown = self.client.clone().shutdown();
        let is_shut_down = match tokio::time::timeout(GRACE, shutdown.into_future()).await {
            Ok(()) => true,
            Err(_) => {
                let at_once = self.client.clone().shutdown().immediate(true);
                tokio::time::timeout(STOP, at_once.into_future()).await.is_ok()
            }
        };
        self.is_shut_down.store(is_shut_down, Ordering::Release);
    }

    fn lock_abandoned(&self) -> std::sync::MutexGuard<'_, Vec<SessionRawBatchCursor>> {
        self.abandoned.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if self.is_shut_down.load(Ordering::Acquire) {
            return;
        }
        let left = Left {
            client: self.client.clone(),
            sessions: [self.sessions.drain(), self.causal_sessions.drain()],
            abandoned: std::mem::take(&mut *self.lock_abandoned()),
        };
        // When the runtime is gone already, the future is dropped at once.
        self.runtime.spawn(Farewell(Some(left)).say());
    }
}

/// What a dropped link leaves behind.
struct Left {
    client: Client,
    sessions: [Idle; 2],
    abandoned: Vec<SessionRawBatchCursor>,
}

/// Stops the driver's tasks without sending anything: the driver's own pool of sessions is empty, since ours are still
/// held here, and once it is shut down, dropping them sends nothing.
struct Farewell(Option<Left>);

impl Farewell {
    async fn say(mut self) {
        if let Some(left) = &self.0 {
            left.client.clone().shutdown().immediate(true).await;
        }
        drop(self.0.take().map(|left| (left.abandoned, left.sessions, left.client)));
    }
}

impl Drop for Farewell {
    fn drop(&mut self) {
        // The runtime is being torn down. Dropping these could wake tasks that send; the process or the runtime ends, and
        // what is leaked is a few kilobytes.
        std::mem::forget(self.0.take());
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link")
            .field("is_closed", &self.is_closed())
            .field("sessions", &self.sessions)
            .finish_non_exhaustive()
    }
}
