//! The way of a command: through which client it goes, and in which session.

use std::{fmt, sync::Arc, time::Duration};

use mongodb::error::TRANSIENT_TRANSACTION_ERROR;

use super::{
    causal::Causal,
    consistency::{Profile, Reads},
    driver_error::driver_error,
    link::Link,
    sessions::{Lease, Origin},
    transaction::Session as TransactionSession,
};
use crate::error::{Error, Kind, Outcome};

/// Where the commands of a handle go.
#[derive(Clone)]
pub(crate) struct Route {
    pub(crate) link: Arc<Link>,
    pub(crate) profile: &'static Profile,
    session: Session,
}

/// In which session.
#[derive(Clone)]
enum Session {
    /// Any of the pool: commands have nothing to do with each other.
    Any,
    /// One that is told what the others of the same causal session have seen.
    Causal(Arc<Causal>),
    /// That of a transaction.
    Transaction(Arc<TransactionSession>),
}

impl Route {
    /// The way of a store or a collection with this profile: a causal session of its own, which all clones of the route share, when
    /// the profile asks for one.
    pub(crate) fn of<P: Reads>(link: Arc<Link>, _: P) -> Self {
        let session = match P::IS_CAUSAL {
            true => Session::Causal(Arc::default()),
            false => Session::Any,
        };
        Self { link, profile: P::PROFILE, session }
    }

    /// In that of a transaction.
    pub(crate) fn within(session: Arc<TransactionSession>) -> Self {
        let (link, profile) = (session.link().clone(), session.profile());
        Self { link, profile, session: Session::Transaction(session) }
    }

    /// Why nothing may be sent this way at the moment.
    pub(crate) fn refusal(&self) -> Option<Error> {
        if self.link.is_closed() {
            return Some(Error::rejected("the store is closed"));
        }
        match &self.session {
            Session::Transaction(session) => session.refusal(),
            _ => super::transaction::refuse_in_body(),
        }
    }

    /// What is left of the time of the transaction, in one.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        match &self.session {
            Session::Transaction(session) => Some(session.time_left()),
            _ => None,
        }
    }

    /// What a failure means where nothing is done before the commit.
    pub(crate) fn told(&self, error: Error) -> Error {
        let Session::Transaction(_) = &self.session else { return error };
        let is_transient = driver_error(&error)
            .is_some_and(|error| error.contains_label(TRANSIENT_TRANSACTION_ERROR));
        let error = match is_transient {
            true => error.with_kind(Kind::TransactionTransient),
            false => error,
        };
        match error.outcome() {
            None | Some(Outcome::NotSent) => error,
            Some(_) => error.with_outcome(Outcome::NoWritePerformed),
        }
    }

    /// A session for one command, or for one cursor.
    pub(crate) async fn lease(&self) -> Result<Lease, mongodb::error::Error> {
        let client = self.link.client();
        let (session, origin) = match &self.session {
            Session::Any => (self.link.sessions().take(client).await?, Origin::Any),
            Session::Causal(causal) => match causal.operation_time() {
                None => (self.link.sessions().take(client).await?, Origin::First(causal.clone())),
                Some(time) => {
                    let sessions = self.link.causal_sessions();
                    let mut session = sessions.take_not_after(client, time).await?;
                    causal.tell(&mut session);
                    (session, Origin::Causal(causal.clone()))
                }
            },
            Session::Transaction(transaction) => {
                (transaction.take()?, Origin::Transaction(transaction.clone()))
            }
        };
        Ok(Lease::new(self.link.clone(), session, origin))
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let session = match &self.session {
            Session::Any => "any session",
            Session::Causal(_) => "a causal session",
            Session::Transaction(_) => "a transaction",
        };
        write!(f, "Route({}, {session})", self.profile.name())
    }
}
