//! The store's own pool of driver sessions.
//!
//! The driver makes an implicit session for each operation: a background task each time, and at the end commands that it
//! sends when its client is dropped. With sessions of our own there is neither, so that dropping a store does no I/O; see
//! [`Link`].

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use bson::Timestamp;
use mongodb::{Client, ClientSession};

use super::{causal::Causal, link::Link, transaction};

/// How long a session is left alone after a call whose end is not known: its command may still run, and would block the
/// next one of the same session.
const REST: Duration = Duration::from_secs(60);

/// Sessions that are older are given up: the server forgets them after 30 minutes.
const MAX_IDLE: Duration = Duration::from_secs(29 * 60);

pub(crate) struct Sessions {
    idle: Mutex<Idle>,
    are_causal: bool,
}

#[derive(Default)]
pub(crate) struct Idle {
    ready: Vec<Kept>,
    resting: VecDeque<Kept>,
}

struct Kept {
    session: Box<ClientSession>,
    since: Instant,
}

impl Sessions {
    /// An empty pool, of sessions whose reads wait until they see what the session has seen, or of those that don't.
    pub(crate) fn new(are_causal: bool) -> Self {
        Self { idle: Mutex::default(), are_causal }
    }

    /// Takes a session out, or starts one. Starting one does no I/O.
    pub(crate) async fn take(
        &self,
        client: &Client,
    ) -> Result<Box<ClientSession>, mongodb::error::Error> {
        match self.pop() {
            Some(session) => Ok(session),
            None => self.start(client).await,
        }
    }

    /// The same, of those that have seen nothing later than a time. Any other one would let a read wait for what it does not need.
    pub(crate) async fn take_not_after(
        &self,
        client: &Client,
        time: Timestamp,
    ) -> Result<Box<ClientSession>, mongodb::error::Error> {
        let found = {
            let mut idle = self.lock();
            let is_good = |kept: &Kept| {
                kept.since.elapsed() < MAX_IDLE && kept.session.operation_time() <= Some(time)
            };
            let place = idle.ready.iter().rposition(is_good);
            place.map(|place| idle.ready.swap_remove(place).session)
        };
        match found {
            Some(session) => Ok(session),
            None => self.start(client).await,
        }
    }

    async fn start(&self, client: &Client) -> Result<Box<ClientSession>, mongodb::error::Error> {
        Ok(Box::new(client.start_session().causal_consistency(self.are_causal).await?))
    }

    fn pop(&self) -> Option<Box<ClientSession>> {
        let now = Instant::now();
        let mut idle = self.lock();
        while let Some(kept) = idle.ready.pop() {
            if now.duration_since(kept.since) < MAX_IDLE {
                return Some(kept.session);
            }
        }
        let has_rested = |kept: &Kept| now.duration_since(kept.since) >= REST;
        let kept = idle
            .resting
            .front()
            .is_some_and(has_rested)
            .then(|| idle.resting.pop_front())
            .flatten()?;
        (now.duration_since(kept.since) < MAX_IDLE).then_some(kept.session)
    }

    /// Puts one back.
    pub(crate) fn put(&self, session: Box<ClientSession>, is_at_rest: bool) {
        let kept = Kept { session, since: Instant::now() };
        let mut idle = self.lock();
        if is_at_rest {
            idle.ready.push(kept);
        } else {
            idle.resting.push_back(kept);
        }
    }

    /// Takes all sessions out.
    pub(crate) fn drain(&self) -> Idle {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Idle> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A session while one call uses it. It goes back to where it is from when it is dropped, to rest unless the call ended well.
pub(crate) struct Lease {
    link: Arc<Link>,
    session: Option<Box<ClientSession>>,
    origin: Origin,
    is_at_rest: bool,
}

/// Where a session is from.
pub(crate) enum Origin {
    /// The pool.
    Any,
    /// The pool, for the first operation of a causal session: it has nothing to wait for.
    First(Arc<Causal>),
    /// The pool of causal sessions, for one of these.
    Causal(Arc<Causal>),
    /// A transaction, which has one session for all its operations.
    Transaction(Arc<transaction::Session>),
}

impl Lease {
    pub(crate) fn new(link: Arc<Link>, session: Box<ClientSession>, origin: Origin) -> Self {
        Self { link, session: Some(session), origin, is_at_rest: false }
    }

    /// The session.
    pub(crate) fn session(&mut self) -> &mut ClientSession {
        self.session.as_deref_mut().expect("a lease has its session until it is dropped")
    }

    /// Nothing of this session runs on the server any more.
    pub(crate) fn settle(&mut self, is_at_rest: bool) {
        self.is_at_rest = is_at_rest;
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Some(session) = self.session.take() else { return };
        if let Origin::Transaction(transaction) = &self.origin {
            return transaction.put(session, self.is_at_rest);
        }
        if self.link.is_closed() {
            return;
        }
        if let Origin::First(causal) | Origin::Causal(causal) = &self.origin {
            causal.note(&session);
        }
        let pool = match &self.origin {
            Origin::Causal(_) => self.link.causal_sessions(),
            _ => self.link.sessions(),
        };
        pool.put(session, self.is_at_rest);
    }
}

impl fmt::Debug for Sessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let idle = self.lock();
        write!(f, "Sessions({} ready, {} resting)", idle.ready.len(), idle.resting.len())
    }
}
