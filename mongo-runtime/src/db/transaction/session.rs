//! The one session of a transaction, which its operations use one after the other.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use mongodb::ClientSession;

use crate::{
    db::{consistency::Profile, link::Link, store::Shared},
    error::{Error, Kind},
};

/// What the operations of a transaction share.
pub(crate) struct Session {
    shared: Arc<Shared>,
    link: Arc<Link>,
    profile: &'static Profile,
    /// When all of it must be over.
    until: Instant,
    state: Mutex<State>,
}

/// What became of it so far.
struct State {
    /// None while an operation has it, and for good when an operation was given up in the middle.
    session: Option<Box<ClientSession>>,
    /// Whether an operation failed: then the transaction can't be committed.
    poison: Option<Kind>,
    is_over: bool,
}

impl Session {
    /// A session whose transaction has begun.
    pub(crate) fn new(
        shared: Arc<Shared>,
        profile: &'static Profile,
        session: Box<ClientSession>,
        until: Instant,
    ) -> Arc<Self> {
        let state = State { session: Some(session), poison: None, is_over: false };
        let link = shared.link.clone();
        Arc::new(Self { shared, link, profile, until, state: Mutex::new(state) })
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    pub(crate) fn link(&self) -> &Arc<Link> {
        &self.link
    }

    pub(crate) fn profile(&self) -> &'static Profile {
        self.profile
    }

    /// Why no operation may be sent in it any more.
    pub(crate) fn refusal(&self) -> Option<Error> {
        let state = self.lock();
        match &*state {
            State { is_over: true, .. } => Some(Error::rejected("the transaction is over")),
            State { poison: Some(_), .. } => Some(Error::rejected(
                "an operation of this transaction has failed, so nothing more is sent in it: give its error back out of the body",
            )),
            _ => None,
        }
    }

    /// Takes the session for one operation.
    pub(crate) fn take(&self) -> Result<Box<ClientSession>, mongodb::error::Error> {
        let session = self.lock().session.take();
        session.ok_or_else(|| {
            mongodb::error::Error::custom("another operation of the transaction is under way")
        })
    }

    /// Gives it back. One whose operation was given up in the middle can't be used on: the server may still be at work.
    pub(crate) fn put(&self, session: Box<ClientSession>, is_at_rest: bool) {
        let mut state = self.lock();
        if !is_at_rest && state.poison.is_none() {
            state.poison = Some(Kind::Connection);
        }
        state.session = Some(session);
    }

    /// Notes that an operation has failed.
    pub(crate) fn poison(&self, kind: Kind) {
        self.lock().poison.get_or_insert(kind);
    }

    /// What kind of failure was noted first.
    pub(crate) fn poisoned(&self) -> Option<Kind> {
        self.lock().poison
    }

    /// What is left of the time for all of it.
    pub(crate) fn time_left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// Ends it: no operation may be sent any more. Gives the session.
    pub(crate) fn end(&self) -> Option<Box<ClientSession>> {
        let mut state = self.lock();
        state.is_over = true;
        state.session.take()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
