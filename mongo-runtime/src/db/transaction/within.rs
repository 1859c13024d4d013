//! Operations in a transaction: `.within(tx)`.

use std::{fmt, future::IntoFuture, marker::PhantomData, pin::Pin, sync::Arc};

use super::Session;
use crate::error::Error;

/// A transaction that has begun, as its body gets it.
///
/// Each operation borrows it, so that two can't overlap and none can be sent after its end.
pub struct Tx<'env> {
    session: Arc<Session>,
    /// What the body may borrow. Invariant, so that `&'t mut Tx<'env>` says `'env: 't` and nothing more.
    env: PhantomData<&'env mut &'env ()>,
}

/// What a body gives: a boxed future, `Box::pin(async move { .. })`.
pub type TxFuture<'t, T, E = Error> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 't>>;

impl Tx<'_> {
    pub(super) fn new(session: Arc<Session>) -> Self {
        Self { session, env: PhantomData }
    }
}

impl fmt::Debug for Tx<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tx({})", self.session.profile().name())
    }
}

/// An operation that can be a part of a transaction.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a part of a transaction",
    label = "not an operation of a transaction",
    note = "it is many commands, some of which may be done and others not: run it before or after the transaction"
)]
pub trait Transactional: Sealed {}

/// Nobody else makes operations.
pub trait Sealed: Send + Sized + 'static {
    /// What it gives.
    type Done;

    #[doc(hidden)]
    fn run_in(self, session: InSession) -> impl Future<Output = Result<Self::Done, Error>> + Send;
}

/// The session of a transaction, for an operation to run in.
#[expect(missing_debug_implementations, reason = "it is named in no public path")]
pub struct InSession(pub(crate) Arc<Session>);

/// An operation in a transaction. Await it.
///
/// An error of it ends the transaction: give it back out of the body, with `?`. Only a refusal by a guard of an update
/// ([`Error::rejection`]) leaves the transaction as it was.
#[must_use = "an operation does nothing until it is awaited"]
pub struct Within<'t, O> {
    operation: O,
    session: Arc<Session>,
    tx: PhantomData<&'t mut ()>,
}

impl<'t, O> Within<'t, O> {
    pub(crate) fn new(operation: O, tx: &'t mut Tx<'_>) -> Self {
        Self { operation, session: tx.session.clone(), tx: PhantomData }
    }
}

impl<'t, O: Transactional> IntoFuture for Within<'t, O> {
    type Output = Result<O::Done, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 't>>;

    fn into_future(self) -> Self::IntoFuture {
        let Self { operation, session, .. } = self;
        Box::pin(async move {
            let done = operation.run_in(InSession(session.clone())).await;
            if let Err(error) = &done
                && error.rejection().is_none()
            {
                session.poison(error.kind());
            }
            done
        })
    }
}

impl<O: fmt::Debug> fmt::Debug for Within<'_, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Within").field("operation", &self.operation).finish_non_exhaustive()
    }
}

/// The method `within` of an operation.
macro_rules! within {
    ($($where:tt)*) => {
        /// Runs it as a part of a transaction: `.within(tx).await?` in the body of
        /// [`Store::transaction`](crate::db::Store::transaction).
        pub fn within<'t>(
            self,
            tx: &'t mut crate::db::transaction::Tx<'_>,
        ) -> crate::db::transaction::Within<'t, Self>
        $($where)*
        {
            crate::db::transaction::Within::new(self, tx)
        }
    };
}

pub(crate) use within;

/// Makes an operation a part of transactions: its generics, and what it gives when it runs.
macro_rules! transactional {
    ([$($generics:tt)*] $operation:ty => $done:ty) => {
        impl<$($generics)*> crate::db::transaction::Transactional for $operation {}

        impl<$($generics)*> crate::db::transaction::Sealed for $operation {
            type Done = $done;

            async fn run_in(
                mut self,
                session: crate::db::transaction::InSession,
            ) -> Result<$done, Error> {
                self.collection = self.collection.within(session)?;
                self.run().await
            }
        }
    };
}

pub(crate) use transactional;
